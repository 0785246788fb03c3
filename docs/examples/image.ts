import * as hosting from "pulumi-hosting";

const build = new hosting.Instance("build", { region: "eu-1", plan: "small", image: "debian/13" });

const golden = new hosting.Image("golden", {
  // The snapshot must exist already.
  source: { instanceId: build.id, snapshot: "ready" },
});

export const imageId = golden.id;
