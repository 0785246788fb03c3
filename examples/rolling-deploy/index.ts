import * as pulumi from "@pulumi/pulumi";
import { InstanceGroup } from "pulumi-hosting/components";

const config = new pulumi.Config("app");
const port = 8080;
const path = "/healthz";

const web = new InstanceGroup("web", {
  region: config.require("region"),
  plan: config.require("plan"),
  image: config.require("image"),
  count: 4,
  minHealthy: 4,
  strategy: "rolling",
  batch: 2,
  drainSeconds: config.requireNumber("drainSeconds"),
  healthProbe: { protocol: "http", port, path },
  loadBalancer: {
    forwardingRules: [
      { entryPort: 80, entryProtocol: "http", targetPort: port, targetProtocol: "http" },
    ],
    healthCheck: { protocol: "http", port, path, interval: 10, timeout: 5, threshold: 3 },
  },
});

export const addresses = web.ipAddresses;
export const instanceIds = web.instanceIds;
export const cost = web.estimatedMonthlyCost;
