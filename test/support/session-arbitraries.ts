import { X509Certificate } from "node:crypto";
import fc from "fast-check";
import type { Props } from "../../provider/definition/definition.ts";
import { makeCertificate, pem } from "./certificate.ts";

/** Objects that random inputs may refer to. */
export interface References {
  readonly container: string;
  readonly publicPorts: readonly number[];
  readonly instances: readonly string[];
  readonly volume: string;
  readonly floatingIp: string;
  readonly certificate: string;
  readonly image: string;
  newKey(): string;
}

const word = fc.stringMatching(/^[a-z][a-z0-9]{0,12}$/);
const segment = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9-]{0,30}$/);
const label = fc.oneof(word, fc.string({ minLength: 1, maxLength: 40 }));
const text = fc.string({ maxLength: 60 });
const port = fc.integer({ min: 1, max: 65_535 });
const unit = fc.constantFrom("MiB", "GiB", "GB");
const size = fc.tuple(fc.integer({ min: 1, max: 900 }), unit).map(([count, of]) => `${count}${of}`);
const region = fc.constantFrom("eu", "us-east", "ap");
const settings = fc.dictionary(fc.stringMatching(/^[a-z]{1,6}\.[a-zA-Z_]{1,6}$/), text, {
  maxKeys: 3,
  noNullPrototype: true,
});
const ipv4 = fc
  .tuple(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 0, max: 255 }))
  .map(([second, third]) => `10.${second}.${third}.0/24`);
const cidr = fc.oneof(ipv4, fc.constantFrom("0.0.0.0/0", "::/0", "2001:db8::/32"));
const range = fc.tuple(port, port).map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`);

const pairs = [
  makeCertificate({ domains: ["shop.example"] }),
  makeCertificate({ commonName: "api" }),
];
const authority = makeCertificate({ commonName: "authority" });
const wrapped = (certificate: string) =>
  fc
    .integer({ min: 20, max: 90 })
    .map((width) => pem("CERTIFICATE", new X509Certificate(certificate).raw, width));
const certified = fc.constantFrom(...pairs).chain(({ certificate, privateKey }) =>
  record(
    {
      name: label,
      privateKey: fc.constant(privateKey),
      certificate: wrapped(certificate),
      certificateChain: wrapped(authority.certificate),
    },
    ["privateKey", "certificate"],
  ),
);

const health = record(
  {
    protocol: fc.constantFrom("http", "tcp"),
    port,
    path: text,
    interval: fc.integer({ min: 1, max: 300 }),
    timeout: fc.integer({ min: 1, max: 300 }),
    threshold: fc.integer({ min: 1, max: 10 }),
  },
  ["protocol", "port", "interval", "timeout", "threshold"],
);

function rules(side: "sources" | "destinations") {
  const ports = fc.array(fc.oneof(port.map(String), range), { maxLength: 3 });
  const common = { [side]: fc.array(cidr, { maxLength: 3 }), description: text };
  const open = { ...common, ports, protocol: fc.constantFrom("tcp", "udp") };
  const closed = { ...common, protocol: fc.constant("icmp") };
  return fc.array(fc.oneof(record(open, ["protocol"]), record(closed, ["protocol"])), {
    maxLength: 4,
  });
}

function forwardingRules(certificate: string) {
  const common = { entryPort: port, targetPort: port, targetProtocol: fc.constant("http") };
  const http = record({ ...common, entryProtocol: fc.constant("http") });
  const https = record({
    ...common,
    entryProtocol: fc.constant("https"),
    certificateId: fc.constant(certificate),
  });
  return fc.uniqueArray(fc.oneof(http, https), {
    selector: (rule) => rule["entryPort"],
    minLength: 1,
    maxLength: 5,
  });
}

/** Inputs of which those that are not required are sometimes left out; all are unless some are named. */
function record(
  fields: Readonly<Record<string, fc.Arbitrary<unknown>>>,
  required: readonly string[] = Object.keys(fields),
): fc.Arbitrary<Props> {
  const requiredKeys = Object.keys(fields).filter((name) => required.includes(name));
  return fc.record({ ...fields }, { requiredKeys, noNullPrototype: true });
}

/** Random inputs of every class that are in order. */
export function arbitraryInputs(refs: References): Readonly<Record<string, fc.Arbitrary<Props>>> {
  const instanceId = fc.constantFrom(...refs.instances);
  return {
    "access:ApiKey": fc.constant(0).map(() => ({ keyId: refs.newKey() })),
    "access:ProjectMember": record(
      {
        projectId: word.map((name) => `proj_${name}`),
        email: fc.tuple(word, word).map(([name, host]) => `${name}@${host}.example`),
        role: fc.constantFrom("admin", "developer", "viewer"),
        reinvite: fc.boolean(),
      },
      ["projectId", "email", "role"],
    ),
    "compute:Container": record(
      {
        name: segment,
        type: fc.constant("container"),
        image: fc.constantFrom("debian/13", "alpine/3.22"),
        cpuLimit: fc.integer({ min: 1, max: 64 }).map(String),
        memoryLimit: size,
        profile: word,
        desiredState: fc.constantFrom("running", "stopped", "frozen"),
      },
      ["image"],
    ),
    "compute:Image": record({ name: label, source: record({ instanceId, snapshot: label }) }, [
      "source",
    ]),
    "compute:ImageShare": record({
      imageId: fc.constant(refs.image),
      projectIds: fc.array(
        word.map((name) => `proj_${name}`),
        { minLength: 1, maxLength: 4 },
      ),
    }),
    "compute:ImportedImage": record(
      {
        name: label,
        url: fc.webUrl({ validSchemes: ["http", "https"] }),
        format: fc.constantFrom("raw", "qcow2", "vmdk"),
        osType: word,
      },
      ["url", "format", "osType"],
    ),
    "compute:Instance": record(
      { name: label, region, plan: word, source: record({ imageId: fc.constant(refs.image) }) },
      ["region", "plan", "source"],
    ),
    "compute:PortForward": record(
      {
        instanceName: fc.constant(refs.container),
        protocol: fc.constantFrom("tcp", "udp"),
        publicPort: fc.constantFrom(...refs.publicPorts),
        targetPort: port.filter((target) => target !== 25),
        description: text,
      },
      ["instanceName", "protocol", "publicPort", "targetPort"],
    ),
    "compute:Server": record(
      { name: label, size: word, networkAccess: fc.constantFrom("shared", "dedicated") },
      ["size"],
    ),
    "monitoring:AlertRule": record(
      {
        name: label,
        metric: word,
        condition: fc.constantFrom("gt", "lt"),
        threshold: fc.double({ noNaN: true, min: -1e6, max: 1e6 }).map((value) => value + 0),
        channels: fc.uniqueArray(fc.constantFrom("email", "slack", "discord", "webhook"), {
          minLength: 1,
        }),
        cooldownMinutes: fc.integer({ min: 0, max: 1440 }),
      },
      ["metric", "condition", "threshold", "channels"],
    ),
    "monitoring:HealthGate": record(
      {
        instanceId,
        address: ipv4.map((cidr) => cidr.replace(/\/.*/, "")),
        probe: record(
          {
            protocol: fc.constantFrom("http", "tcp"),
            port,
            path: fc.constantFrom("/", "/healthz"),
            interval: fc.integer({ min: 0, max: 60 }),
            timeout: fc.integer({ min: 1, max: 60 }),
            attempts: fc.integer({ min: 1, max: 9 }),
          },
          ["protocol", "port"],
        ),
        drainSeconds: fc.integer({ min: 0, max: 300 }),
        triggers: fc.array(word),
      },
      ["instanceId", "address", "probe"],
    ),
    "network:Certificate": certified,
    "network:Firewall": record(
      { name: label, inbound: rules("sources"), outbound: rules("destinations") },
      ["inbound", "outbound"],
    ),
    "network:FloatingIp": record({ region, allowAddressChange: fc.boolean() }, ["region"]),
    "network:FloatingIpAssignment": record({
      floatingIpId: fc.constant(refs.floatingIp),
      instanceId,
    }),
    "network:LoadBalancer": record(
      {
        name: label,
        region,
        forwardingRules: forwardingRules(refs.certificate),
        healthCheck: health,
        backendInstances: fc.uniqueArray(instanceId, { minLength: 1 }),
        algorithm: fc.constantFrom("round_robin", "least_connections", "ip_hash"),
      },
      ["region", "forwardingRules", "healthCheck", "backendInstances"],
    ),
    "network:Network": record(
      {
        name: label,
        description: text,
        config: fc.tuple(settings, ipv4).map(([more, address]) => ({
          ...more,
          "ipv4.address": address,
        })),
      },
      [],
    ),
    "storage:Bucket": record({ name: segment, allowDataLoss: fc.boolean() }, []),
    "storage:PoolVolume": record({ name: segment, size, config: settings }, ["size"]),
    "storage:Volume": record(
      {
        name: label,
        region,
        sizeGb: fc.integer({ min: 1, max: 10_000 }),
        filesystem: fc.constantFrom("ext4", "xfs", "none"),
        allowDataLoss: fc.boolean(),
      },
      ["region", "sizeGb"],
    ),
    "storage:VolumeAttachment": record({ volumeId: fc.constant(refs.volume), instanceId }),
  };
}
