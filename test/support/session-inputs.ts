import type { Definition, Props } from "../../provider/define.ts";
import { definitions } from "../../resources/_registry.ts";
import { makeCertificate } from "./certificate.ts";

const { certificate, privateKey } = makeCertificate({ domains: ["shop.example"] });

/** Inputs of every class that are in order, with every optional one that goes with the others. */
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
    instanceName: "web",
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
  "network:Certificate": { name: "shop", privateKey, certificate, certificateChain: certificate },
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

/** A class by its type, which has to be one of ours. */
export function definitionOf(type: string): Definition {
  const definition = definitions.get(type);
  if (definition === undefined) throw new Error(`there is no class ${type}`);
  return definition;
}

/** Every class with inputs that are in order. */
export const classes: readonly (readonly [type: string, definition: Definition, inputs: Props])[] =
  Object.entries(samples).map(([type, inputs]) => [type, definitionOf(type), inputs]);
