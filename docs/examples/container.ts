import * as hosting from "pulumi-hosting";

const worker = new hosting.Container("worker", {
  image: "debian/13",
  cpuLimit: "2",
  memoryLimit: "2GiB",
  desiredState: "running",
});

export const addresses = worker.ipv6Addresses;
/** Its first public port leads to ssh. */
export const sshPort = worker.portBlock.apply((block) => block?.firstPort);
