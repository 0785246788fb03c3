import * as hosting from "pulumi-hosting";

const machine = { region: "eu-1", plan: "small", image: "debian/13" };
const blue = new hosting.Instance("blue", machine);
const green = new hosting.Instance("green", machine);
const front = new hosting.FloatingIp("front", { region: "eu-1" });

// Write `green.id` to move the address: one call, and it is never unassigned in between.
new hosting.FloatingIpAssignment("front", { floatingIpId: front.id, instanceId: blue.id });

export const next = green.ipAddresses;
