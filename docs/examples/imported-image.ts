import * as hosting from "pulumi-hosting";

const appliance = new hosting.ImportedImage("appliance", {
  url: "https://downloads.example/appliance.qcow2",
  format: "qcow2",
  osType: "linux",
  timeouts: { create: "2h" },
});

new hosting.Instance("appliance", {
  region: "eu-1",
  plan: "small",
  source: { imageId: appliance.id },
});
