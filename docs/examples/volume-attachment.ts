import * as hosting from "pulumi-hosting";

const database = new hosting.Instance("database", {
  region: "eu-1",
  plan: "small",
  image: "debian/13",
});
const data = new hosting.Volume("data", { region: "eu-1", sizeGb: 20, filesystem: "ext4" });

new hosting.VolumeAttachment("data", { volumeId: data.id, instanceId: database.id });
