import * as hosting from "pulumi-hosting";

const golden = new hosting.Image("golden", {
  source: { instanceId: "inst_build", snapshot: "ready" },
});

new hosting.ImageShare("golden", {
  imageId: golden,
  projectIds: ["proj_default"],
});
