/** Every class and every input that a platform may show, with the values of rule 10's rows. */
import { createPrivateKey, X509Certificate } from "node:crypto";
import { type Json, wireName } from "../../../../contract/naming.ts";
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
  /** The answer to its create: no more than is needed to find it. */
  readonly answer: Wire;
  /** False where nothing is looked at after the create: its answer is enough to use it. */
  readonly isLookedAt?: false;
  /** How a value of an input is shown; under the name of the input in the platform's naming unless given. */
  readonly show?: (input: string, value: Json) => Wire;
  /** The object after a request that changes it; fields of the body are taken over unless given. */
  readonly updated?: (shown: Wire, body: Wire) => Wire;
}

/** How a change by hand ends. */
export type Remedy =
  /** The next `up` puts the declared value back. */
  | "update"
  /** Reported at each refresh: it would be a replacement, or can only grow. */
  | "report"
  /** The next `up` replaces what holds neither data nor an address. */
  | "replace";

/** The first reading of a value that the platform spells differently, when no spelling is known yet. */
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
  /** The shown value after somebody changed it, and how a program writes that. */
  readonly changed: Wire;
  readonly found: unknown;
  readonly remedy: Remedy;
  readonly firstLook?: FirstLook;
}

const same = (...list: readonly unknown[]) => list.map((as) => ({ as, means: true }));
const word = (...list: readonly unknown[]) => list.map((as) => ({ as, means: false }));

/** Objects made and listed at a path, and read below it by id. */
function at(path: string, id: string) {
  return { id, create: `POST ${path}`, list: `GET ${path}`, get: `GET ${path}/${id}` };
}

function json(value: unknown): Json {
  return JSON.parse(JSON.stringify(value));
}

function sampleOf(type: string): Props {
  return declared({ ...samples[type] });
}

const machine = { status: "running", ip_addresses: ["203.0.113.5"], ipv6_addresses: [] };

/** What the class of a machine shows of its declared state, and of an action. */
const withPower: Pick<WatchedClass, "show" | "updated"> = {
  show: (input, value) => ({ [input === "desiredState" ? "status" : wireName(input)]: value }),
  updated: (shown, { action }) => ({ ...shown, status: action === "stop" ? "stopped" : "running" }),
};

const container: WatchedClass = {
  definition: definitionOf("compute:Container"),
  inputs: sampleOf("compute:Container"),
  ...at("/api/v1/instances", "web"),
  answer: { name: "web", status: "creating" },
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
  ...withPower,
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
  ...at("/v1/instances", "inst_1"),
  answer: { id: "inst_1", status: "creating" },
  update: "POST /v1/instances/inst_1/action",
  ...withPower,
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
  ...at("/api/v2/servers", "srv-9"),
  answer: { id: "srv-9", status: "creating" },
  update: "POST /api/v2/servers/srv-9/action",
  ...withPower,
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
  ...at("/v1/images", "img_1"),
  answer: { id: "img_1", status: "creating" },
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
  ...at("/api/v1/networks", "net-1"),
  answer: { id: "net-1" },
  isLookedAt: false,
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
  ...at("/api/v1/firewalls", "fw-1"),
  answer: { id: "fw-1" },
  update: "PATCH /api/v1/firewalls/fw-1",
  shown: { id: "fw-1", name: "edge", ...rules },
};

/** The same on a platform whose policies cannot be changed. */
const fixedFirewall: WatchedClass = { ...firewall };

const address: WatchedClass = {
  definition: definitionOf("network:FloatingIp"),
  inputs: declared({ region: "eu" }),
  ...at("/v1/floating-ips", "fip_1"),
  answer: { id: "fip_1", ip: "203.0.113.7" },
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
  ...at("/v1/load-balancers", "lb-1"),
  answer: { id: "lb-1", status: "creating" },
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
  ...at("/v1/certificates", "cert_1"),
  answer: { id: "cert_1" },
  shown: {
    id: "cert_1",
    name: "shop",
    certificate: json(pems["certificate"]),
    certificate_chain: json(pems["certificateChain"]),
  },
};

const poolConfig = { "snapshots.schedule": "daily", size: "10GiB" };

const poolVolume: WatchedClass = {
  definition: definitionOf("storage:PoolVolume"),
  inputs: sampleOf("storage:PoolVolume"),
  id: "default/data",
  answer: {},
  create: "POST /api/v1/storage/pools/default/volumes",
  list: "GET /api/v1/storage/pools/default/volumes",
  get: "GET /api/v1/storage/pools/default/volumes/data",
  update: "PATCH /api/v1/storage/pools/default/volumes/data",
  shown: { name: "data", config: poolConfig },
  show: (input, value) => ({
    config: { ...poolConfig, ...(input === "size" ? { size: value } : of(value)) },
  }),
  updated: (shown, { config }) => ({ ...shown, config: { ...of(shown["config"]), ...of(config) } }),
};

const volume: WatchedClass = {
  definition: definitionOf("storage:Volume"),
  inputs: sampleOf("storage:Volume"),
  ...at("/v1/volumes", "vol_1"),
  answer: { id: "vol_1", status: "creating" },
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
  ...at("/api/v1/monitoring/alerts", "al-1"),
  answer: { id: "al-1" },
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
  get: "GET /v1/projects/proj_1/members/usr_1",
  update: "PATCH /v1/projects/proj_1/members/usr_1",
  shown: { id: "usr_1", email: "ada@example.com", role: "developer", status: "active" },
};

function of(value: Json | undefined): Wire {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}

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

/** Every class once, by its name. */
export function watchedClasses(): readonly (readonly [name: string, of: WatchedClass])[] {
  return [...new Map(watchedInputs.map(({ of }) => [of.definition.type, of]))];
}

export const watchedInputs: readonly WatchedInput[] = [
  // Containers (spec 2.1); the name is the id.
  row(container, "type", word("CONTAINER"), "vm", "report"),
  row(
    container,
    "image",
    word("images:debian/13", { os: "debian", release: "13" }),
    "alpine/3.22",
    "report",
    "learned",
  ),
  row(container, "cpuLimit", same(2, "2.0"), "4", "report", "drift"),
  row(container, "memoryLimit", same("2048MiB", 2_147_483_648), "4GiB", "report", "drift"),
  row(container, "memoryLimit", same("2147483648"), 4_294_967_296, "report", "drift", "4GiB"),
  row(container, "profile", word("default-v2", ["default"]), "large", "report", "learned"),
  row(container, "desiredState", same("Running", "ACTIVE"), "stopped", "update"),

  // Port forwards (spec 2.4); protocol and public port are in the id.
  row(forward, "targetPort", same("8080"), 9090, "replace", "drift"),
  row(forward, "description", word("API (managed)"), "metrics", "replace", "learned"),

  // Instances (spec 2.2).
  row(instance, "name", word("WEB"), "moved", "report", "learned"),
  row(instance, "region", word("EU-1", { slug: "eu" }), "us", "report", "learned"),
  row(instance, "plan", word("s-small", { id: 7 }), "large", "report", "learned"),
  row(
    instance,
    "source",
    same({ image_id: "img_1" }),
    { type: "image", image_id: "img_2" },
    "report",
    undefined,
    { imageId: "img_2" },
  ),
  row(
    galleryInstance,
    "image",
    word("debian-13-x64", { id: 3, name: "debian/13" }),
    "alpine/3.22",
    "report",
    "learned",
  ),
  row(instance, "desiredState", same("Running", "ACTIVE"), "stopped", "update"),

  // Servers (spec 2.3).
  row(server, "name", word("WEB"), "moved", "report", "learned"),
  row(server, "size", word("s1.small"), "large", "report", "learned"),
  row(server, "networkAccess", word("SHARED", "nat"), "dedicated", "report"),
  row(server, "desiredState", same("Running", "ACTIVE"), "stopped", "update"),

  // Images (spec 2.7a).
  row(image, "name", word("BASE"), "moved", "report", "learned"),
  row(
    image,
    "source",
    same({ instance_id: "inst_1", snapshot: "nightly" }),
    { type: "snapshot", instance_id: "inst_1", snapshot: "weekly" },
    "report",
    undefined,
    { type: "snapshot", instanceId: "inst_1", snapshot: "weekly" },
  ),
  row(imported, "name", word("BASE"), "moved", "report", "learned"),
  row(
    imported,
    "url",
    same("https://IMAGES.example/base.qcow2"),
    "https://images.example/other.raw",
    "report",
    "learned",
  ),
  row(imported, "format", word("QCOW2"), "raw", "report"),
  row(imported, "osType", word("Linux"), "bsd", "report", "learned"),
  row(share, "projectIds", same(["proj_2", "proj_1"]), ["proj_1"], "update", "drift"),
  // Nothing takes a share back (spec 4.2).
  row(
    share,
    "projectIds",
    same(["proj_2", "proj_1", "proj_2"]),
    ["proj_1", "proj_2", "proj_9"],
    "report",
    "drift",
  ),

  // Networks (spec 2.5).
  row(network, "name", word("backend-7f"), "moved", "report", "learned"),
  row(
    network,
    "description",
    word("between services (managed)"),
    "for guests",
    "report",
    "learned",
  ),
  row(
    network,
    "config",
    same(
      { "ipv4.address": "10.0.0.1/24", "ipv6.address": "none" },
      { "ipv6.address": "none", "ipv4.nat": "true", "ipv4.address": "10.0.0.0/24" },
    ),
    { "ipv4.address": "10.9.0.0/24", "ipv6.address": "none" },
    "report",
    "drift",
  ),

  // Firewall policies (spec 2.5).
  row(firewall, "name", word("EDGE"), "moved", "replace", "learned"),
  row(
    firewall,
    "inbound",
    same(
      [
        {
          id: 1,
          protocol: "TCP",
          ports: ["8000-8100", "443-443"],
          sources: ["10.0.0.0/8"],
          description: "web",
        },
      ],
      [
        {
          protocol: "tcp",
          ports: [443, "8000-8100"],
          sources: ["10.0.0.0/8"],
          description: "web",
        },
      ],
    ),
    openToAll,
    "update",
    "drift",
  ),
  row(
    firewall,
    "outbound",
    same(
      [{ protocol: "udp", destinations: ["2001:0DB8:0::/32"] }],
      [{ protocol: "udp", destinations: ["2001:db8::/32"], ports: [] }],
      [{ protocol: "udp", destinations: ["2001:db8::/32"], ports: ["1-65535"] }],
    ),
    [{ protocol: "udp", destinations: ["2001:db9::/32"] }],
    "update",
    "drift",
  ),
  row(
    fixedFirewall,
    "inbound",
    same([{ ...rules.inbound[0], ports: ["8000-8100", "443"] }]),
    openToAll,
    "replace",
    "drift",
  ),

  // Floating IPs (spec 2.8).
  row(address, "region", word("EU-1"), "us", "report", "learned"),
  row(assignment, "instanceId", word("INST_1"), "inst_2", "update"),

  // Load balancers (spec 2.9).
  row(balancer, "name", word("SHOP"), "moved", "update", "learned"),
  row(balancer, "region", word("EU-1"), "us", "report", "learned"),
  row(
    balancer,
    "forwardingRules",
    same(
      forwardingRules.toReversed(),
      forwardingRules.map((one) => ({
        ...one,
        entry_protocol: one.entry_protocol.toUpperCase(),
        id: `rule-${one.entry_port}`,
      })),
    ),
    [{ ...forwardingRules[1], target_port: 9999 }, ...rest(forwardingRules)],
    "update",
    "drift",
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
  ),
  row(
    balancer,
    "healthCheck",
    same({ ...healthCheck, protocol: "HTTP", healthy_threshold: 2 }),
    { ...healthCheck, interval: 99 },
    "update",
    "drift",
  ),
  row(balancer, "backendInstances", same(["inst_2", "inst_1"]), ["inst_1"], "update", "drift"),
  row(balancer, "algorithm", word("IP_HASH", "source"), "least_connections", "update"),

  // Certificates (spec 2.9); the private key is never shown.
  row(certificate, "name", word("SHOP"), "moved", "report", "learned"),
  row(certificate, "certificate", same(rewrapped(pems["certificate"])), reissued, "report"),
  row(
    certificate,
    "certificateChain",
    same(rewrapped(pems["certificateChain"])),
    json(otherPems["certificateChain"]),
    "report",
    undefined,
    otherPems["certificateChain"],
  ),

  // Volumes of pools (spec 2.6); pool and name are the id.
  row(poolVolume, "size", same("10240MiB", "10737418240"), "20GiB", "report", "drift"),
  row(poolVolume, "size", same("10240MiB"), "5GiB", "update", "drift"),
  row(
    poolVolume,
    "config",
    same({ "block.type": "zfs" }),
    { "snapshots.schedule": "weekly" },
    "report",
  ),

  // Block volumes (spec 2.7).
  row(volume, "name", word("DATA"), "moved", "report", "learned"),
  row(volume, "region", word("EU-1", { name: "eu" }), "us", "report", "learned"),
  row(volume, "sizeGb", same("10"), 20, "report", "drift"),
  row(volume, "sizeGb", same("10"), 5, "update", "drift"),
  row(volume, "filesystem", word("EXT4"), "xfs", "report"),

  // Alert rules (spec 2.10).
  row(alert, "name", word("HOT"), "moved", "replace", "learned"),
  row(alert, "metric", word("cpu"), "disk", "replace", "learned"),
  row(alert, "condition", word(">"), "lt", "replace", "learned"),
  row(alert, "threshold", same("90.5"), 10, "replace"),
  row(alert, "channels", same("slack,email", ["slack", "email"]), "discord", "replace", "drift", [
    "discord",
  ]),
  row(alert, "cooldownMinutes", same("10"), 60, "replace"),

  // Members (spec 2.12).
  row(member, "role", word("Developer", "dev"), "admin", "update", "drift"),
];

function rest<T>([first]: readonly T[]): readonly T[] {
  return first === undefined ? [] : [first];
}

function row(
  watched: WatchedClass,
  input: string,
  spelled: readonly { readonly as: unknown; readonly means: boolean }[],
  changed: unknown,
  remedy: Remedy,
  firstLook?: FirstLook,
  found = changed,
): WatchedInput {
  const show = watched.show ?? ((name: string, value: Json) => ({ [wireName(name)]: value }));
  return {
    of: watched,
    input,
    spelled: spelled.map(({ as, means }) => ({ as: show(input, json(as)), means })),
    changed: show(input, json(changed)),
    found,
    remedy,
    ...(firstLook && { firstLook }),
  };
}
