import type { Definition, Props } from "../../provider/definition/definition.ts";
import { definitions } from "../../runtime/_registry.ts";
import { makeCertificate } from "./certificate.ts";

const { certificate, privateKey } = makeCertificate({ domains: ["shop.example"] });
const renewed = makeCertificate({ domains: ["shop.example"] });
const [authority, newAuthority] = [makeCertificate(), makeCertificate()];

/**
 * Inputs of every class that are in order, with every optional one that goes with the others. Ids
 * in them are those of `session-references.ts`, which makes the objects where they must be there.
 */
export const samples: Readonly<Record<string, Props>> = {
  "access:ApiKey": { keyId: "key_1" },
  "access:ProjectMember": {
    projectId: "proj_1",
    email: "ada@example.com",
    role: "developer",
    allowOwnerRemoval: false,
    reinvite: false,
  },
  "compute:Container": {
    name: "web",
    type: "container",
    image: "debian/13",
    cpuLimit: "2",
    memoryLimit: "2GiB",
    profile: "default",
    desiredState: "running",
  },
  "compute:Image": {
    name: "base",
    source: { type: "snapshot", instanceId: "inst_1", snapshot: "nightly" },
  },
  "compute:ImageShare": { imageId: "img_1", projectIds: ["proj_1", "proj_2"] },
  "compute:ImportedImage": {
    name: "base",
    url: "https://images.example/base.qcow2",
    format: "qcow2",
    osType: "linux",
  },
  "compute:Instance": { name: "web", region: "eu", plan: "small", source: { imageId: "img_1" } },
  "compute:PortForward": {
    instanceName: "host",
    protocol: "tcp",
    publicPort: 20_001,
    targetPort: 8080,
    description: "api",
  },
  "compute:Server": { name: "web", size: "small", networkAccess: "shared" },
  "monitoring:AlertRule": {
    name: "hot",
    metric: "cpu_percent",
    condition: "gt",
    threshold: 90.5,
    channels: ["email", "slack"],
    cooldownMinutes: 10,
  },
  "monitoring:HealthGate": {
    instanceId: "inst_1",
    address: "203.0.113.5",
    probe: { protocol: "http", port: 8080, path: "/healthz", interval: 1, timeout: 2, attempts: 3 },
    drainSeconds: 30,
    triggers: ["inst_1"],
  },
  "network:Certificate": {
    name: "shop",
    privateKey,
    certificate,
    certificateChain: authority.certificate,
  },
  "network:Firewall": {
    name: "edge",
    inbound: [
      { protocol: "tcp", ports: ["443", "8000-8100"], sources: ["10.0.0.0/8"], description: "web" },
    ],
    outbound: [{ protocol: "udp", destinations: ["2001:db8::/32"] }],
  },
  "network:FloatingIp": { region: "eu", allowAddressChange: true },
  "network:FloatingIpAssignment": { floatingIpId: "fip_1", instanceId: "inst_1" },
  "network:LoadBalancer": {
    name: "shop",
    region: "eu",
    forwardingRules: [
      {
        entryPort: 443,
        entryProtocol: "https",
        targetPort: 8080,
        targetProtocol: "http",
        certificateId: "cert_1",
      },
      { entryPort: 80, entryProtocol: "http", targetPort: 8080, targetProtocol: "http" },
    ],
    healthCheck: {
      protocol: "http",
      port: 8080,
      path: "/",
      interval: 10,
      timeout: 5,
      threshold: 3,
    },
    backendInstances: ["inst_1", "inst_2"],
    algorithm: "ip_hash",
  },
  "network:Network": {
    name: "backend",
    description: "between services",
    config: { "ipv4.address": "10.0.0.0/24", "ipv6.address": "none" },
  },
  "storage:Bucket": { name: "files", raw: { versioned: true }, allowDataLoss: false },
  "storage:PoolVolume": {
    pool: "default",
    name: "data",
    size: "10GiB",
    config: { "snapshots.schedule": "daily" },
    allowDataLoss: false,
  },
  "storage:Volume": {
    name: "data",
    region: "eu",
    sizeGb: 10,
    filesystem: "ext4",
    allowDataLoss: false,
  },
  "storage:VolumeAttachment": { volumeId: "vol_1", instanceId: "inst_1" },
};

/** Another value of every input that can change; what updates in place is in order with the sample. */
export const otherValues: Readonly<Record<string, Props>> = {
  "access:ApiKey": { keyId: "key_2" },
  "access:ProjectMember": { projectId: "proj_2", email: "bob@example.com", role: "admin" },
  "compute:Container": {
    name: "api",
    type: "machine",
    image: "debian/14",
    cpuLimit: "4",
    memoryLimit: "4GiB",
    profile: "large",
    desiredState: "stopped",
  },
  "compute:Image": { name: "other", source: { instanceId: "inst_1", snapshot: "weekly" } },
  "compute:ImageShare": { imageId: "img_2", projectIds: ["proj_1", "proj_2", "proj_3"] },
  "compute:ImportedImage": {
    name: "other",
    url: "https://images.example/other.raw",
    format: "raw",
    osType: "bsd",
  },
  "compute:Instance": {
    name: "api",
    region: "us",
    plan: "large",
    image: "debian/14",
    source: { imageId: "img_2" },
  },
  "compute:PortForward": {
    instanceName: "other",
    protocol: "udp",
    publicPort: 20_002,
    targetPort: 8081,
    description: "metrics",
  },
  "compute:Server": { name: "api", size: "large", networkAccess: "dedicated" },
  "monitoring:AlertRule": {
    name: "warm",
    metric: "memory_percent",
    condition: "lt",
    threshold: 80,
    channels: ["email"],
    cooldownMinutes: 5,
  },
  "monitoring:HealthGate": {
    instanceId: "inst_2",
    address: "203.0.113.6",
    probe: { protocol: "tcp", port: 5432 },
    drainSeconds: 10,
    triggers: ["inst_2"],
  },
  "network:Certificate": {
    name: "other",
    privateKey: renewed.privateKey,
    certificate: renewed.certificate,
    certificateChain: newAuthority.certificate,
  },
  "network:Firewall": {
    name: "other",
    inbound: [],
    outbound: [{ protocol: "icmp" }],
    raw: { default_action: "drop" },
  },
  "network:FloatingIp": { region: "us" },
  "network:FloatingIpAssignment": { floatingIpId: "fip_2", instanceId: "inst_2" },
  "network:LoadBalancer": {
    name: "other",
    region: "us",
    forwardingRules: [
      { entryPort: 8080, entryProtocol: "http", targetPort: 80, targetProtocol: "http" },
    ],
    healthCheck: { protocol: "tcp", port: 80, interval: 20, timeout: 10, threshold: 5 },
    backendInstances: ["inst_2"],
    algorithm: "least_connections",
  },
  "network:Network": {
    name: "other",
    description: "for guests",
    config: { "ipv4.address": "10.1.0.0/24" },
  },
  "storage:Bucket": { name: "other", raw: { versioned: false } },
  "storage:PoolVolume": {
    pool: "fast",
    name: "other",
    size: "20GiB",
    config: { "snapshots.schedule": "weekly" },
  },
  "storage:Volume": { name: "other", region: "us", sizeGb: 20, filesystem: "xfs" },
  "storage:VolumeAttachment": { volumeId: "vol_2", instanceId: "inst_2" },
};

/** A class by its type, which has to be one of ours. */
export function definitionOf(type: string): Definition {
  const definition = definitions.get(type);
  if (definition === undefined) throw new Error(`there is no class ${type}`);
  return definition;
}

/** Every class with inputs that are in order. */
export const classes: readonly (readonly [type: string, definition: Definition, inputs: Props])[] =
  Object.entries(samples).map(([type, inputs]) => [type, definitionOf(type), inputs]);
