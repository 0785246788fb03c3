/** Every class and every input that a platform may show, with the values of rule 10's rows. */
import { createPrivateKey, X509Certificate } from "node:crypto";
import type { Json } from "../../../../contract/naming.ts";
import type { Definition } from "../../../../provider/definition/definition.ts";
import type { Props } from "../../../../provider/definition/session.ts";
import { makeCertificate, pem } from "../../../support/certificate.ts";
import { declared } from "../../../support/session.ts";
import { definitionOf, otherValues, samples } from "../../../support/session-inputs.ts";

/** Fields of an answer, in the platform's naming. */
export type Wire = Readonly<Record<string, Json>>;

/** A class, and how a platform shows an object of its sample. */
export interface WatchedClass {
  readonly definition: Definition;
  readonly inputs: Props;
  readonly id: string;
  /** Requests that make it, show it and change it. */
  readonly create: string;
  readonly list?: string;
  readonly get?: string;
  readonly update?: string;
  /** The object as it was declared. */
  readonly shown: Wire;
  /** What the answer to its create shows: no more than is needed to find it. */
  readonly answer: Wire;
  /** False where nothing is looked at after the create: its answer is enough to use it. */
  readonly isLookedAt?: false;
  /** What it is after a request that changes it; fields of the body are taken over unless given. */
  readonly updated?: (shown: Wire, body: Wire) => Wire;
}

/** How a change by hand ends. */
export type Remedy =
  /** The next `up` puts the declared value back. */
  | "update"
  /** Reported at each refresh: it would be a replacement, or only goes one way. */
  | "report"
  /** The next `up` replaces what holds neither data nor an address. */
  | "replace";

/** What a value that the platform spells otherwise is at a first look, which knows no spelling yet. */
export type FirstLook =
  /** A free word: it is learned with one warning. */
  | "learned"
  /** Rules, sizes, members, backends: what is unequal in meaning is drift. */
  | "drift";

/** One input of a class. */
export interface WatchedInput {
  readonly of: WatchedClass;
  readonly input: string;
  /** The declared value in other words, as a platform may show it; `means` where it is equal in meaning. */
  readonly spelled: readonly { readonly as: Wire; readonly means: boolean }[];
  /** What it shows after somebody changed it, and how a program writes that. */
  readonly changed: Wire;
  readonly found: unknown;
  readonly remedy: Remedy;
  readonly firstLook?: FirstLook;
}

const same = (...list: readonly Wire[]) => list.map((as) => ({ as, means: true }));
const word = (...list: readonly Wire[]) => list.map((as) => ({ as, means: false }));

function json(value: unknown): Json {
  return JSON.parse(JSON.stringify(value));
}

function sampleOf(type: string): Props {
  return declared({ ...samples[type] });
}

const machine = { status: "running", ip_addresses: ["203.0.113.5"], ipv6_addresses: [] };

const container: WatchedClass = {
  definition: definitionOf("compute:Container"),
  inputs: sampleOf("compute:Container"),
  id: "web",
  answer: { name: "web", status: "creating" },
  create: "POST /api/v1/instances",
  list: "GET /api/v1/instances",
  get: "GET /api/v1/instances/web",
  update: "POST /api/v1/instances/web/action",
  shown: {
    ...machine,
    name: "web",
    type: "container",
    image: "debian/13",
    cpu_limit: "2",
    memory_limit: "2GiB",
    profile: "default",
  },
  updated: (shown, { action }) => ({ ...shown, status: action === "stop" ? "stopped" : "running" }),
};

const forward: WatchedClass = {
  definition: definitionOf("compute:PortForward"),
  inputs: sampleOf("compute:PortForward"),
  id: "host/tcp/20001",
  answer: {},
  create: "POST /api/v1/instances/host/ports",
  list: "GET /api/v1/instances/host/ports",
  shown: { protocol: "tcp", public_port: 20_001, target_port: 8080, description: "api" },
};

const instance: WatchedClass = {
  definition: definitionOf("compute:Instance"),
  inputs: sampleOf("compute:Instance"),
  id: "inst_1",
  answer: { id: "inst_1", status: "creating" },
  create: "POST /v1/instances",
  list: "GET /v1/instances",
  get: "GET /v1/instances/inst_1",
  shown: {
    ...machine,
    id: "inst_1",
    name: "web",
    region: "eu",
    plan: "small",
    source: { type: "image", image_id: "img_1" },
  },
};

const galleryInstance: WatchedClass = {
  ...instance,
  inputs: declared({ name: "web", region: "eu", plan: "small", image: "debian/13" }),
  shown: { ...machine, id: "inst_1", name: "web", region: "eu", plan: "small", image: "debian/13" },
};

const server: WatchedClass = {
  definition: definitionOf("compute:Server"),
  inputs: sampleOf("compute:Server"),
  id: "srv-9",
  answer: { id: "srv-9", status: "creating" },
  create: "POST /api/v2/servers",
  list: "GET /api/v2/servers",
  get: "GET /api/v2/servers/srv-9",
  shown: {
    id: "srv-9",
    name: "web",
    size: "small",
    network_access: "shared",
    status: "running",
    ipv4_address: "203.0.113.5",
    ipv6_addresses: [],
  },
};

const image: WatchedClass = {
  definition: definitionOf("compute:Image"),
  inputs: sampleOf("compute:Image"),
  id: "img_1",
  answer: { id: "img_1", status: "creating" },
  create: "POST /v1/images",
  list: "GET /v1/images",
  get: "GET /v1/images/img_1",
  shown: {
    id: "img_1",
    name: "base",
    status: "available",
    source: { type: "snapshot", instance_id: "inst_1", snapshot: "nightly" },
  },
};

const imported: WatchedClass = {
  definition: definitionOf("compute:ImportedImage"),
  inputs: sampleOf("compute:ImportedImage"),
  id: "img_1",
  answer: { id: "img_1", status: "importing", progress: 0 },
  create: "POST /v1/images/import",
  list: "GET /v1/images",
  get: "GET /v1/images/img_1",
  shown: {
    id: "img_1",
    name: "base",
    status: "available",
    progress: 100,
    url: "https://images.example/base.qcow2",
    format: "qcow2",
    os_type: "linux",
  },
};

const share: WatchedClass = {
  definition: definitionOf("compute:ImageShare"),
  inputs: sampleOf("compute:ImageShare"),
  id: "img_1/share",
  answer: {},
  isLookedAt: false,
  create: "POST /v1/images/img_1/share",
  get: "GET /v1/images/img_1",
  update: "POST /v1/images/img_1/share",
  shown: { id: "img_1", name: "base", project_ids: ["proj_1", "proj_2"] },
};

const network: WatchedClass = {
  definition: definitionOf("network:Network"),
  inputs: sampleOf("network:Network"),
  id: "net-1",
  answer: { id: "net-1" },
  isLookedAt: false,
  create: "POST /api/v1/networks",
  list: "GET /api/v1/networks",
  get: "GET /api/v1/networks/net-1",
  shown: {
    id: "net-1",
    name: "backend",
    description: "between services",
    config: { "ipv4.address": "10.0.0.0/24", "ipv6.address": "none" },
  },
};

const rules = {
  inbound: [
    { protocol: "tcp", ports: ["443", "8000-8100"], sources: ["10.0.0.0/8"], description: "web" },
  ],
  outbound: [{ protocol: "udp", destinations: ["2001:db8::/32"] }],
};
const openToAll = [{ protocol: "tcp", ports: ["1-65535"], sources: ["0.0.0.0/0"] }];

const firewall: WatchedClass = {
  definition: definitionOf("network:Firewall"),
  inputs: sampleOf("network:Firewall"),
  id: "fw-1",
  answer: { id: "fw-1" },
  create: "POST /api/v1/firewalls",
  list: "GET /api/v1/firewalls",
  get: "GET /api/v1/firewalls/fw-1",
  update: "PATCH /api/v1/firewalls/fw-1",
  shown: { id: "fw-1", name: "edge", ...rules },
};

/** The same on a platform whose policies cannot be changed. */
const fixedFirewall: WatchedClass = {
  ...firewall,
  inputs: { ...firewall.inputs },
  shown: firewall.shown,
};

const address: WatchedClass = {
  definition: definitionOf("network:FloatingIp"),
  inputs: declared({ region: "eu" }),
  id: "fip_1",
  answer: { id: "fip_1", ip: "203.0.113.7" },
  create: "POST /v1/floating-ips",
  list: "GET /v1/floating-ips",
  get: "GET /v1/floating-ips/fip_1",
  shown: { id: "fip_1", ip: "203.0.113.7", region: "eu", instance_id: null },
};

const assignment: WatchedClass = {
  definition: definitionOf("network:FloatingIpAssignment"),
  inputs: sampleOf("network:FloatingIpAssignment"),
  id: "fip_1",
  answer: {},
  create: "POST /v1/floating-ips/fip_1/assign",
  list: "GET /v1/floating-ips",
  get: "GET /v1/floating-ips/fip_1",
  update: "POST /v1/floating-ips/fip_1/assign",
  shown: { id: "fip_1", ip: "203.0.113.7", region: "eu", instance_id: "inst_1" },
};

const forwardingRules = [
  {
    entry_port: 443,
    entry_protocol: "https",
    target_port: 8080,
    target_protocol: "http",
    certificate_id: "cert_1",
  },
  { entry_port: 80, entry_protocol: "http", target_port: 8080, target_protocol: "http" },
];
const healthCheck = {
  protocol: "http",
  port: 8080,
  path: "/",
  interval: 10,
  timeout: 5,
  threshold: 3,
};

const balancer: WatchedClass = {
  definition: definitionOf("network:LoadBalancer"),
  inputs: sampleOf("network:LoadBalancer"),
  id: "lb-1",
  answer: { id: "lb-1", status: "creating" },
  create: "POST /v1/load-balancers",
  list: "GET /v1/load-balancers",
  get: "GET /v1/load-balancers/lb-1",
  update: "PATCH /v1/load-balancers/lb-1",
  shown: {
    id: "lb-1",
    name: "shop",
    status: "active",
    ip_addresses: ["203.0.113.9"],
    region: "eu",
    forwarding_rules: forwardingRules,
    health_check: healthCheck,
    backend_instances: ["inst_1", "inst_2"],
    algorithm: "ip_hash",
  },
};

const pems = samples["network:Certificate"] ?? {};
const otherPems = otherValues["network:Certificate"] ?? {};
/** Another certificate of the same key, so that a program may name it. */
const reissued = makeCertificate({
  domains: ["shop.example"],
  key: createPrivateKey(String(pems["privateKey"])),
}).certificate;
const rewrapped = (text: unknown) => pem("CERTIFICATE", new X509Certificate(String(text)).raw, 40);

const certificate: WatchedClass = {
  definition: definitionOf("network:Certificate"),
  inputs: sampleOf("network:Certificate"),
  id: "cert_1",
  answer: { id: "cert_1" },
  create: "POST /v1/certificates",
  list: "GET /v1/certificates",
  get: "GET /v1/certificates/cert_1",
  shown: {
    id: "cert_1",
    name: "shop",
    certificate: json(pems["certificate"]),
    certificate_chain: json(pems["certificateChain"]),
  },
};

const poolVolume: WatchedClass = {
  definition: definitionOf("storage:PoolVolume"),
  inputs: sampleOf("storage:PoolVolume"),
  id: "default/data",
  answer: {},
  create: "POST /api/v1/storage/pools/default/volumes",
  list: "GET /api/v1/storage/pools/default/volumes",
  get: "GET /api/v1/storage/pools/default/volumes/data",
  update: "PATCH /api/v1/storage/pools/default/volumes/data",
  shown: { name: "data", config: { "snapshots.schedule": "daily", size: "10GiB" } },
  updated: (shown, { config }) => ({ ...shown, config: { ...of(shown["config"]), ...of(config) } }),
};

const volume: WatchedClass = {
  definition: definitionOf("storage:Volume"),
  inputs: sampleOf("storage:Volume"),
  id: "vol_1",
  answer: { id: "vol_1", status: "creating" },
  create: "POST /v1/volumes",
  list: "GET /v1/volumes",
  get: "GET /v1/volumes/vol_1",
  update: "PATCH /v1/volumes/vol_1",
  shown: {
    id: "vol_1",
    name: "data",
    region: "eu",
    size_gb: 10,
    filesystem: "ext4",
    status: "available",
    instance_id: null,
  },
};

const alert: WatchedClass = {
  definition: definitionOf("monitoring:AlertRule"),
  inputs: sampleOf("monitoring:AlertRule"),
  id: "al-1",
  answer: { id: "al-1" },
  create: "POST /api/v1/monitoring/alerts",
  list: "GET /api/v1/monitoring/alerts",
  get: "GET /api/v1/monitoring/alerts/al-1",
  shown: {
    id: "al-1",
    name: "hot",
    metric: "cpu_percent",
    condition: "gt",
    threshold: 90.5,
    channels: "email,slack",
    cooldown_minutes: 10,
  },
};

const member: WatchedClass = {
  definition: definitionOf("access:ProjectMember"),
  inputs: sampleOf("access:ProjectMember"),
  id: "proj_1/usr_1",
  answer: { id: "usr_1", status: "pending" },
  create: "POST /v1/projects/proj_1/members",
  list: "GET /v1/projects/proj_1/members",
  update: "PATCH /v1/projects/proj_1/members/usr_1",
  shown: { id: "usr_1", email: "ada@example.com", role: "developer", status: "active" },
};

function of(value: Json | undefined): Wire {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}

const inConfig = (more: Wire): Wire => ({
  config: { "snapshots.schedule": "daily", size: "10GiB", ...more },
});

const inId = "it is a part of the id";
const notShown = "no answer shows it";

/** Inputs that no look can show another value of, and why. */
export const unwatched: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "access:ApiKey": { keyId: inId },
  "access:ProjectMember": { projectId: inId, email: "another one is another member" },
  "compute:Container": { name: inId, restartTriggers: notShown },
  "compute:ImageShare": { imageId: inId },
  "compute:Instance": { restartTriggers: notShown },
  "compute:PortForward": { instanceName: inId, protocol: inId, publicPort: inId },
  "compute:Server": { restartTriggers: notShown },
  "monitoring:HealthGate": {
    instanceId: "it is nothing on the platform",
    address: "it is nothing on the platform",
    probe: "it is nothing on the platform",
    drainSeconds: "it is nothing on the platform",
    triggers: "it is nothing on the platform",
  },
  "network:Certificate": { privateKey: notShown },
  "network:Firewall": { raw: notShown },
  "network:FloatingIpAssignment": { floatingIpId: inId },
  "storage:Bucket": { name: inId, raw: notShown },
  "storage:PoolVolume": { pool: inId, name: inId },
  "storage:VolumeAttachment": { volumeId: inId, instanceId: inId },
};

/** A class without a route that changes it: no update is possible, whatever is assumed. */
export const withoutUpdates: readonly WatchedClass[] = [fixedFirewall];

export const watchedInputs: readonly WatchedInput[] = [
  // Containers (spec 2.1); the name is the id.
  row(container, "type", word({ type: "CONTAINER" }), { type: "vm" }, "vm", "report"),
  row(
    container,
    "image",
    word({ image: "images:debian/13" }, { image: { os: "debian", release: "13" } }),
    { image: "alpine/3.22" },
    "alpine/3.22",
    "report",
    "learned",
  ),
  row(
    container,
    "cpuLimit",
    same({ cpu_limit: 2 }, { cpu_limit: "2.0" }),
    { cpu_limit: "4" },
    "4",
    "report",
    "drift",
  ),
  row(
    container,
    "memoryLimit",
    same({ memory_limit: "2048MiB" }, { memory_limit: 2_147_483_648 }),
    { memory_limit: "4GiB" },
    "4GiB",
    "report",
    "drift",
  ),
  row(
    container,
    "memoryLimit",
    same({ memory_limit: "2147483648" }),
    { memory_limit: 4_294_967_296 },
    "4GiB",
    "report",
    "drift",
  ),
  row(
    container,
    "profile",
    word({ profile: "default-v2" }, { profile: ["default"] }),
    { profile: "large" },
    "large",
    "report",
    "learned",
  ),
  row(
    container,
    "desiredState",
    same({ status: "Running" }, { status: "ACTIVE" }),
    { status: "stopped" },
    "stopped",
    "update",
  ),

  // Port forwards (spec 2.4); protocol and public port are in the id.
  row(
    forward,
    "targetPort",
    same({ target_port: "8080" }),
    { target_port: 9090 },
    9090,
    "replace",
    "drift",
  ),
  row(
    forward,
    "description",
    word({ description: "API (managed)" }),
    { description: "metrics" },
    "metrics",
    "replace",
    "learned",
  ),

  // Instances (spec 2.2).
  row(instance, "name", word({ name: "WEB" }), { name: "moved" }, "moved", "report", "learned"),
  row(
    instance,
    "region",
    word({ region: "EU-1" }, { region: { slug: "eu" } }),
    { region: "us" },
    "us",
    "report",
    "learned",
  ),
  row(
    instance,
    "plan",
    word({ plan: "s-small" }, { plan: { id: 7 } }),
    { plan: "large" },
    "large",
    "report",
    "learned",
  ),
  row(
    instance,
    "source",
    same({ source: { image_id: "img_1" } }),
    { source: { type: "image", image_id: "img_2" } },
    { imageId: "img_2" },
    "report",
  ),
  row(
    galleryInstance,
    "image",
    word({ image: "debian-13-x64" }, { image: { id: 3, name: "debian/13" } }),
    { image: "alpine/3.22" },
    "alpine/3.22",
    "report",
    "learned",
  ),

  // Servers (spec 2.3).
  row(server, "name", word({ name: "WEB" }), { name: "moved" }, "moved", "report", "learned"),
  row(server, "size", word({ size: "s1.small" }), { size: "large" }, "large", "report", "learned"),
  row(
    server,
    "networkAccess",
    word({ network_access: "SHARED" }, { network_access: "nat" }),
    { network_access: "dedicated" },
    "dedicated",
    "report",
  ),

  // Images (spec 2.7a).
  row(image, "name", word({ name: "BASE" }), { name: "moved" }, "moved", "report", "learned"),
  row(
    image,
    "source",
    same({ source: { instance_id: "inst_1", snapshot: "nightly" } }),
    { source: { type: "snapshot", instance_id: "inst_1", snapshot: "weekly" } },
    { type: "snapshot", instanceId: "inst_1", snapshot: "weekly" },
    "report",
  ),
  row(imported, "name", word({ name: "BASE" }), { name: "moved" }, "moved", "report", "learned"),
  row(
    imported,
    "url",
    same({ url: "https://IMAGES.example/base.qcow2" }),
    { url: "https://images.example/other.raw" },
    "https://images.example/other.raw",
    "report",
    "learned",
  ),
  row(imported, "format", word({ format: "QCOW2" }), { format: "raw" }, "raw", "report"),
  row(
    imported,
    "osType",
    word({ os_type: "Linux" }),
    { os_type: "bsd" },
    "bsd",
    "report",
    "learned",
  ),
  row(
    share,
    "projectIds",
    same({ project_ids: ["proj_2", "proj_1"] }),
    { project_ids: ["proj_1"] },
    ["proj_1"],
    "update",
    "drift",
  ),
  // Nothing takes a share back (spec 4.2).
  row(
    share,
    "projectIds",
    same({ project_ids: ["proj_2", "proj_1", "proj_2"] }),
    { project_ids: ["proj_1", "proj_2", "proj_9"] },
    ["proj_1", "proj_2", "proj_9"],
    "report",
    "drift",
  ),

  // Networks (spec 2.5).
  row(
    network,
    "name",
    word({ name: "backend-7f" }),
    { name: "moved" },
    "moved",
    "report",
    "learned",
  ),
  row(
    network,
    "description",
    word({ description: "between services (managed)" }),
    { description: "for guests" },
    "for guests",
    "report",
    "learned",
  ),
  row(
    network,
    "config",
    same(
      { config: { "ipv4.address": "10.0.0.1/24", "ipv6.address": "none" } },
      { config: { "ipv6.address": "none", "ipv4.nat": "true", "ipv4.address": "10.0.0.0/24" } },
    ),
    { config: { "ipv4.address": "10.9.0.0/24", "ipv6.address": "none" } },
    { "ipv4.address": "10.9.0.0/24", "ipv6.address": "none" },
    "report",
    "drift",
  ),

  // Firewall policies (spec 2.5).
  row(firewall, "name", word({ name: "EDGE" }), { name: "moved" }, "moved", "replace", "learned"),
  row(
    firewall,
    "inbound",
    same(
      {
        inbound: [
          {
            id: 1,
            protocol: "TCP",
            ports: ["8000-8100", "443-443"],
            sources: ["10.0.0.0/8"],
            description: "web",
          },
        ],
      },
      {
        inbound: [
          {
            protocol: "tcp",
            ports: [443, "8000-8100"],
            sources: ["10.0.0.0/8"],
            description: "web",
          },
        ],
      },
    ),
    { inbound: openToAll },
    openToAll,
    "update",
    "drift",
  ),
  row(
    firewall,
    "outbound",
    same(
      { outbound: [{ protocol: "udp", destinations: ["2001:0DB8:0::/32"] }] },
      { outbound: [{ protocol: "udp", destinations: ["2001:db8::/32"], ports: [] }] },
      { outbound: [{ protocol: "udp", destinations: ["2001:db8::/32"], ports: ["1-65535"] }] },
    ),
    { outbound: [{ protocol: "udp", destinations: ["2001:db9::/32"] }] },
    [{ protocol: "udp", destinations: ["2001:db9::/32"] }],
    "update",
    "drift",
  ),
  row(
    fixedFirewall,
    "inbound",
    same({ inbound: [{ ...rules.inbound[0], ports: ["8000-8100", "443"] }] }),
    { inbound: openToAll },
    openToAll,
    "replace",
    "drift",
  ),

  // Floating IPs (spec 2.8).
  row(address, "region", word({ region: "EU-1" }), { region: "us" }, "us", "report", "learned"),
  row(
    assignment,
    "instanceId",
    word({ instance_id: "INST_1" }),
    { instance_id: "inst_2" },
    "inst_2",
    "update",
  ),

  // Load balancers (spec 2.9).
  row(balancer, "name", word({ name: "SHOP" }), { name: "moved" }, "moved", "update", "learned"),
  row(balancer, "region", word({ region: "EU-1" }), { region: "us" }, "us", "report", "learned"),
  row(
    balancer,
    "forwardingRules",
    same(
      { forwarding_rules: forwardingRules.toReversed() },
      {
        forwarding_rules: forwardingRules.map((one) => ({
          ...one,
          entry_protocol: one.entry_protocol.toUpperCase(),
          id: `rule-${one.entry_port}`,
        })),
      },
    ),
    { forwarding_rules: [{ ...forwardingRules[1], target_port: 9999 }, ...rest(forwardingRules)] },
    [
      { entryPort: 80, entryProtocol: "http", targetPort: 9999, targetProtocol: "http" },
      {
        entryPort: 443,
        entryProtocol: "https",
        targetPort: 8080,
        targetProtocol: "http",
        certificateId: "cert_1",
      },
    ],
    "update",
    "drift",
  ),
  row(
    balancer,
    "healthCheck",
    same({ health_check: { ...healthCheck, protocol: "HTTP", healthy_threshold: 2 } }),
    { health_check: { ...healthCheck, interval: 99 } },
    { ...healthCheck, interval: 99 },
    "update",
    "drift",
  ),
  row(
    balancer,
    "backendInstances",
    same({ backend_instances: ["inst_2", "inst_1"] }),
    { backend_instances: ["inst_1"] },
    ["inst_1"],
    "update",
    "drift",
  ),
  row(
    balancer,
    "algorithm",
    word({ algorithm: "IP_HASH" }, { algorithm: "source" }),
    { algorithm: "least_connections" },
    "least_connections",
    "update",
  ),

  // Certificates (spec 2.9); the private key is never shown.
  row(certificate, "name", word({ name: "SHOP" }), { name: "moved" }, "moved", "report", "learned"),
  row(
    certificate,
    "certificate",
    same({ certificate: rewrapped(pems["certificate"]) }),
    { certificate: reissued },
    reissued,
    "report",
  ),
  row(
    certificate,
    "certificateChain",
    same({ certificate_chain: rewrapped(pems["certificateChain"]) }),
    { certificate_chain: json(otherPems["certificateChain"]) },
    otherPems["certificateChain"],
    "report",
  ),

  // Volumes of pools (spec 2.6); pool and name are the id.
  row(
    poolVolume,
    "size",
    same(inConfig({ size: "10240MiB" }), inConfig({ size: "10737418240" })),
    inConfig({ size: "20GiB" }),
    "20GiB",
    "report",
    "drift",
  ),
  row(
    poolVolume,
    "size",
    same(inConfig({ size: "10240MiB" })),
    inConfig({ size: "5GiB" }),
    "5GiB",
    "update",
    "drift",
  ),
  row(
    poolVolume,
    "config",
    same(inConfig({ "block.type": "zfs" })),
    inConfig({ "snapshots.schedule": "weekly" }),
    { "snapshots.schedule": "weekly" },
    "report",
  ),

  // Block volumes (spec 2.7).
  row(volume, "name", word({ name: "DATA" }), { name: "moved" }, "moved", "report", "learned"),
  row(
    volume,
    "region",
    word({ region: "EU-1" }, { region: { name: "eu" } }),
    { region: "us" },
    "us",
    "report",
    "learned",
  ),
  row(volume, "sizeGb", same({ size_gb: "10" }), { size_gb: 20 }, 20, "report", "drift"),
  row(volume, "sizeGb", same({ size_gb: "10" }), { size_gb: 5 }, 5, "update", "drift"),
  row(volume, "filesystem", word({ filesystem: "EXT4" }), { filesystem: "xfs" }, "xfs", "report"),

  // Alert rules (spec 2.10).
  row(alert, "name", word({ name: "HOT" }), { name: "moved" }, "moved", "replace", "learned"),
  row(alert, "metric", word({ metric: "cpu" }), { metric: "disk" }, "disk", "replace", "learned"),
  row(
    alert,
    "condition",
    word({ condition: ">" }),
    { condition: "lt" },
    "lt",
    "replace",
    "learned",
  ),
  row(alert, "threshold", same({ threshold: "90.5" }), { threshold: 10 }, 10, "replace"),
  row(
    alert,
    "channels",
    same({ channels: "slack,email" }, { channels: ["slack", "email"] }),
    { channels: "discord" },
    ["discord"],
    "replace",
    "drift",
  ),
  row(
    alert,
    "cooldownMinutes",
    same({ cooldown_minutes: "10" }),
    { cooldown_minutes: 60 },
    60,
    "replace",
  ),

  // Members (spec 2.12).
  row(
    member,
    "role",
    word({ role: "Developer" }, { role: "dev" }),
    { role: "admin" },
    "admin",
    "update",
    "drift",
  ),
];

function rest<T>([first]: readonly T[]): readonly T[] {
  return first === undefined ? [] : [first];
}

function row(
  watched: WatchedClass,
  input: string,
  spelled: WatchedInput["spelled"],
  changed: Readonly<Record<string, unknown>>,
  found: unknown,
  remedy: Remedy,
  firstLook?: FirstLook,
): WatchedInput {
  const wire = Object.entries(changed).map(([name, value]) => [name, json(value)] as const);
  return {
    of: watched,
    input,
    spelled: spelled.map(({ as, means }) => ({ as: of(json(as)), means })),
    changed: Object.fromEntries(wire),
    found,
    remedy,
    ...(firstLook && { firstLook }),
  };
}
