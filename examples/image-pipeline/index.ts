import * as pulumi from "@pulumi/pulumi";
import * as hosting from "pulumi-hosting";

const config = new pulumi.Config("app");
const machine = { region: config.require("region"), plan: config.require("plan") };
const release = config.require("release");

/** The operating system, brought along. */
const base = new hosting.ImportedImage("base", {
  url: config.require("baseUrl"),
  format: "qcow2",
  osType: "linux",
});

/** Where the app is set up; its snapshot of the release's name is taken by your own tools. */
const builder = new hosting.Instance("builder", { ...machine, source: { imageId: base.id } });
const golden = new hosting.Image("golden", {
  source: { instanceId: builder.id, snapshot: release },
});
new hosting.ImageShare("partners", {
  imageId: golden,
  projectIds: config.requireObject<string[]>("shareWith"),
});

const app = new hosting.Instance("app", { ...machine, source: { imageId: golden.id } });

export const image = golden.id;
export const addresses = app.ipAddresses;
