import * as pulumi from "@pulumi/pulumi";
import * as hosting from "pulumi-hosting";

const v = new hosting.Volume("data", { region: "eu-1", sizeGb: 10, filesystem: "ext4" });
const i = new hosting.Instance("web", { region: "eu-1", plan: "small", image: "debian/13" });
new hosting.VolumeAttachment("att", { volumeId: v.id, instanceId: i.id });
const c = new hosting.Container("job", { image: "debian/13", memoryLimit: "1GiB" });
export const id = v.id;
export const ip = i.ipAddresses;
export const block = c.portBlock;
