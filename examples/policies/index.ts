import * as hosting from "pulumi-hosting";

const web = new hosting.Instance("web", { region: "eu-1", plan: "small", image: "debian/13" });

// Larger than the pack allows, and in another region than the instance it is attached to.
const data = new hosting.Volume("data", { region: "eu-2", sizeGb: 800, filesystem: "ext4" });
new hosting.VolumeAttachment("data", { volumeId: data.id, instanceId: web.id });

// Reserved and paid for, but assigned to nothing.
new hosting.FloatingIp("spare", { region: "eu-1" });

// The whole internet may try passwords.
new hosting.Firewall("edge", {
  inbound: [
    { protocol: "tcp", ports: ["443"], description: "visitors" },
    { protocol: "tcp", ports: ["22"], description: "maintenance" },
  ],
  outbound: [],
});
