/** One stack that every rule likes, and one that none does. */
import { generateKeyPairSync } from "node:crypto";
import { makeCertificate } from "./certificate.ts";
import { type Declared, idOf } from "./declared-stack.ts";

/** Settings under which the stacks are what they are called. */
export const policyConfig = {
  // The step in the console, as somebody would say that it is done.
  "alert-rule-present": { exceptions: [{ resource: "*", reason: "bound in the console" }] },
  "firewall-with-public-ipv6": {
    exceptions: [{ resource: "*", reason: "attached in the console" }],
  },
  "monthly-cost": { maxDollars: 100 },
  "resource-monthly-cost": { maxDollars: 50 },
  "image-shares": { allowedProjects: ["proj_default"] },
  "alert-channels": { anyOf: ["slack"] },
  "privileged-members": { allowedDomains: ["corp.example"] },
  "allowed-regions": { regions: ["eu-*"] },
  "allowed-plans": { plans: ["small"] },
  "allowed-sizes": { sizes: ["small"] },
  "allowed-images": { images: ["debian/*"] },
  "explicit-provider": "advisory",
  "dedicated-ipv4": { allowedServers: ["mail"] },
  "no-data-loss-opt-in": { stacks: ["dev"] },
  "protect-data": { stacks: ["dev"] },
};

const http = { entryPort: 80, entryProtocol: "http", targetPort: 8080, targetProtocol: "http" };
const healthCheck = {
  ...{ protocol: "http", port: 8080, path: "/healthz" },
  ...{ interval: 10, timeout: 5, threshold: 3 },
};
const good = { protect: true, ownProvider: true };
const dayMilliseconds = 86_400_000;

/** A stack without a violation, with every class that a rule looks at. */
export function passingStack(): readonly Declared[] {
  const { certificate, privateKey } = makeCertificate();
  const place = { region: "eu-1" };
  const machine = { ...place, plan: "small", image: "debian/13" };
  const certificateId = idOf("network:Certificate", "tls");
  return [
    { type: "network:Certificate", name: "tls", inputs: { certificate, privateKey } },
    { type: "compute:Instance", name: "web-1", inputs: machine },
    { type: "compute:Instance", name: "web-2", inputs: machine },
    {
      type: "network:LoadBalancer",
      name: "app",
      inputs: {
        ...{ ...place, healthCheck },
        forwardingRules: [{ ...http, entryPort: 443, entryProtocol: "https", certificateId }],
        backendInstances: [idOf("compute:Instance", "web-1"), idOf("compute:Instance", "web-2")],
      },
    },
    {
      type: "network:Firewall",
      name: "edge",
      inputs: { inbound: [{ protocol: "tcp", ports: ["443"], description: "web" }], outbound: [] },
    },
    { type: "compute:Container", name: "job", inputs: { image: "debian/13" } },
    {
      type: "compute:PortForward",
      name: "metrics",
      inputs: {
        ...{ instanceName: idOf("compute:Container", "job"), protocol: "tcp" },
        ...{ publicPort: 20_001, targetPort: 9100 },
      },
    },
    { type: "compute:Server", name: "mail", inputs: { size: "small", networkAccess: "dedicated" } },
    { type: "storage:Volume", name: "data", inputs: { ...place, sizeGb: 20, filesystem: "ext4" } },
    {
      type: "storage:VolumeAttachment",
      name: "data",
      inputs: {
        volumeId: idOf("storage:Volume", "data"),
        instanceId: idOf("compute:Instance", "web-1"),
      },
    },
    { type: "storage:Bucket", name: "files", inputs: {} },
    { type: "storage:PoolVolume", name: "scratch", inputs: { size: "10GiB" } },
    {
      type: "compute:ImportedImage",
      name: "base",
      inputs: { url: "https://images.example/base.qcow2", format: "qcow2", osType: "linux" },
    },
    {
      type: "compute:ImageShare",
      name: "partners",
      inputs: { imageId: idOf("compute:ImportedImage", "base"), projectIds: ["proj_default"] },
    },
    { type: "network:FloatingIp", name: "front", inputs: place },
    {
      type: "network:FloatingIpAssignment",
      name: "front",
      inputs: {
        floatingIpId: idOf("network:FloatingIp", "front"),
        instanceId: idOf("compute:Instance", "web-1"),
      },
    },
    {
      type: "monitoring:AlertRule",
      name: "hot",
      inputs: {
        ...{ metric: "cpu_percent", condition: "gt", threshold: 80 },
        ...{ channels: ["email", "slack"], cooldownMinutes: 10 },
      },
    },
    {
      type: "access:ProjectMember",
      name: "ada",
      inputs: { projectId: "proj_default", email: "ada@corp.example", role: "admin" },
    },
  ].map((one) => ({ ...one, ...good }));
}

/**
 * Resources whose values no rule likes. Resources that violate by being declared, whatever their
 * values are, are in {@link violatingForm} instead.
 */
export function violatingValues(): readonly Declared[] {
  const { privateKey: key } = generateKeyPairSync("ec", { namedCurve: "secp224r1" });
  const notAfter = new Date(Date.now() + 5 * dayMilliseconds);
  const { certificate, privateKey } = makeCertificate({ key, notAfter });
  const web = idOf("compute:Instance", "web");
  const forward = { instanceName: idOf("compute:Container", "job"), protocol: "tcp" };
  return [
    { type: "network:Certificate", name: "tls", inputs: { certificate, privateKey } },
    {
      type: "compute:Instance",
      name: "web",
      inputs: { region: "us-1", plan: "huge", image: "windows/11" },
    },
    { type: "compute:Server", name: "edge", inputs: { size: "huge", networkAccess: "dedicated" } },
    {
      type: "network:LoadBalancer",
      name: "app",
      inputs: {
        region: "eu-1",
        forwardingRules: [http],
        healthCheck: { ...healthCheck, threshold: 1 },
        backendInstances: [web, idOf("compute:Server", "edge")],
      },
    },
    {
      type: "network:Firewall",
      name: "edge",
      inputs: { name: "Edge_1", inbound: [{ protocol: "tcp", ports: ["22"] }], outbound: [] },
    },
    { type: "compute:Container", name: "job", inputs: { image: "windows/11" } },
    {
      type: "compute:PortForward",
      name: "db",
      inputs: { ...forward, publicPort: 20_001, targetPort: 5432 },
    },
    {
      type: "compute:PortForward",
      name: "web",
      inputs: { ...forward, publicPort: 20_001, targetPort: 80 },
    },
    {
      type: "compute:PortForward",
      name: "far",
      inputs: { ...forward, publicPort: 30_001, targetPort: 81 },
    },
    {
      type: "storage:Volume",
      name: "data",
      inputs: { region: "eu-1", sizeGb: 2000, filesystem: "none", allowDataLoss: true },
    },
    {
      type: "storage:VolumeAttachment",
      name: "data",
      inputs: { volumeId: idOf("storage:Volume", "data"), instanceId: web },
    },
    {
      type: "compute:ImportedImage",
      name: "base",
      inputs: { url: "https://images.example/base.vmdk", format: "vmdk", osType: "linux" },
    },
    {
      type: "compute:ImageShare",
      name: "partners",
      inputs: { imageId: idOf("compute:ImportedImage", "base"), projectIds: ["proj_b"] },
    },
    {
      type: "monitoring:AlertRule",
      name: "hot",
      inputs: {
        ...{ metric: "cpu_percent", condition: "gt", threshold: 80 },
        ...{ channels: ["email"], cooldownMinutes: 1000 },
      },
    },
    {
      type: "access:ProjectMember",
      name: "eve",
      inputs: { projectId: "proj_default", email: "eve@example.com", role: "admin" },
    },
    { type: "network:Network", name: "net", inputs: { description: privateKey } },
  ].map((one) => ({ ...one, ...good }));
}

/** Resources that violate by what is declared and what is not. */
export function violatingForm(): readonly Declared[] {
  const place = { region: "eu-1" };
  return [
    { type: "storage:Volume", name: "loose", inputs: { ...place, sizeGb: 10 } },
    { type: "network:FloatingIp", name: "spare", inputs: place },
    {
      type: "compute:Instance",
      name: "lone",
      inputs: { ...place, plan: "small", image: "debian/13" },
    },
    {
      type: "network:LoadBalancer",
      name: "thin",
      inputs: {
        ...{ ...place, healthCheck, forwardingRules: [http] },
        backendInstances: [idOf("compute:Instance", "lone")],
      },
    },
  ];
}

/** An input that no class accepts, but a state may contain: an https entry without a certificate. */
export function violatingState(): readonly Declared[] {
  return [
    {
      type: "network:LoadBalancer",
      name: "bare",
      inputs: { region: "eu-1", forwardingRules: [{ ...http, entryProtocol: "https" }] },
    },
  ];
}
