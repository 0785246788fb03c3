import { json, refused } from "../stage.ts";

export const volumeType = "storage:Volume";
export const volume = { name: "data", region: "eu-north", sizeGb: 20 };
export const volumeId = "vol_8f3a1c9d2b7e4f60";
export const made = { ...volume, id: volumeId };
export const freeName = { "GET /v1/volumes": json(200, []) };

export const containerType = "compute:Container";
export const container = { name: "web", image: "debian/13" };

export const noWeb = {
  "GET /api/v1/instances": json(200, [{ name: "other" }]),
  "GET /api/v1/instances/web": refused(404, 'instance "web" not found'),
};

export const balancerType = "network:LoadBalancer";
export const balancerId = "lb_41d7c0aa93be5f12";
export const balancer = {
  name: "front",
  region: "eu-north",
  forwardingRules: [
    { entryPort: 80, entryProtocol: "http", targetPort: 80, targetProtocol: "http" },
  ],
  healthCheck: { protocol: "http", port: 80, path: "/", interval: 10, timeout: 5, threshold: 3 },
  backendInstances: ["inst_5b02c7e1f9d34a68"],
  algorithm: "round_robin",
};

export const gate = {
  instanceId: "inst_5b02c7e1f9d34a68",
  address: "203.0.113.9",
  probe: { protocol: "http", port: 80, attempts: 3 },
};
