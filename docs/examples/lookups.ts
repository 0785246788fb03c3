import * as hosting from "pulumi-hosting";

// One object by its id or name, or all whose name fits.
const backend = await hosting.getNetwork({ name: "backend" });
export const range = backend.config?.["ipv4.address"];
const { instances } = await hosting.getInstances({ name: "web-*", region: "eu-1" });
export const addresses = instances.flatMap(({ ipAddresses = [] }) => ipAddresses);

// With arguments that a resource brings, use the twin.
const worker = new hosting.Container("worker", { image: "debian/13" });
export const load = hosting.getMetricsOutput({ name: worker }).cpu;
