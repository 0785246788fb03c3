import { InstanceGroup } from "pulumi-hosting/components";

const workers = new InstanceGroup("workers", {
  region: "eu-1",
  plan: "small",
  image: "debian/13",
  count: 4,
  strategy: "rolling",
  batch: 2,
  healthProbe: { protocol: "tcp", port: 9000 },
});

export const instanceIds = workers.instanceIds;
