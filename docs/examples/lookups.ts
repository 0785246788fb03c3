import * as hosting from "pulumi-hosting";

const { containers } = await hosting.getContainers();
export const names = containers.map(({ name }) => name);

// With arguments that a resource brings, use the twin.
const worker = new hosting.Container("worker", { image: "debian/13" });
export const load = hosting.getMetricsOutput({ name: worker }).cpu;
