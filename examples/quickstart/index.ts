import * as pulumi from "@pulumi/pulumi";
import * as hosting from "pulumi-hosting";

const config = new pulumi.Config("app");
const region = config.require("region");

const web = new hosting.Instance("web", {
  region,
  plan: config.require("plan"),
  image: config.require("image"),
});
const data = new hosting.Volume("data", {
  region,
  sizeGb: config.requireNumber("dataSizeGb"),
  filesystem: "ext4",
});
new hosting.VolumeAttachment("attached", { volumeId: data.id, instanceId: web.id });

export const addresses = web.ipAddresses;
export const volume = pulumi.interpolate`${data.id}: ${data.sizeGb} GB`;
