import type { Props } from "../../provider/definition/session.ts";
import { makeCertificate } from "../support/certificate.ts";

/** An input that comes from another resource. */
export interface Link {
  readonly to: string;
  /** The input's value, from the other one's id and outputs. */
  readonly value: (id: string, outputs: Props) => unknown;
}

/** A kind of resource as programs use it. */
export interface Template {
  readonly type: string;
  readonly inputs: (name: string) => Props;
  /** Whether it can have a name of the user's own. */
  readonly isNamed?: boolean;
  readonly links?: Readonly<Record<string, { readonly to: string; readonly value: Link["value"] }>>;
  /** Other inputs than before: some update, some replace. */
  readonly changes: readonly ((inputs: Props) => Props)[];
}

const validity = { notBefore: new Date("2026-01-01"), notAfter: new Date("2046-01-01") };
const certificates = [
  makeCertificate({ domains: ["shop.example"], ...validity }),
  makeCertificate({ domains: ["shop.example"], ...validity }),
] as const;

/** Private keys that programs use: they may not turn up anywhere. */
export const privateKeys: readonly string[] = certificates.map(({ privateKey }) => privateKey);

const withCertificate = (at: 0 | 1) => ({
  certificate: certificates[at].certificate,
  privateKey: certificates[at].privateKey,
});

/** Sets an input to the next of some values, round and round: programs go back, too. */
function cycle(name: string, values: readonly unknown[]) {
  return (inputs: Props): Props => {
    const at = values.indexOf(inputs[name]);
    return { ...inputs, [name]: values[(at + 1) % values.length] };
  };
}

const grow = (inputs: Props): Props => ({ ...inputs, sizeGb: Number(inputs["sizeGb"]) + 10 });

/** The kinds that programs are made of: all ways to lose a create and to replace are among them. */
export const templates = {
  container: {
    type: "compute:Container",
    inputs: () => ({ image: "debian/13" }),
    isNamed: true,
    changes: [
      cycle("image", ["debian/13", "debian/14"]),
      cycle("desiredState", ["running", "stopped"]),
    ],
  },
  portForward: {
    type: "compute:PortForward",
    inputs: () => ({ protocol: "tcp", targetPort: 8080 }),
    links: {
      instanceName: { to: "container", value: (id) => id },
      publicPort: { to: "container", value: (_id, outputs) => firstPort(outputs) + 1 },
    },
    changes: [cycle("targetPort", [8080, 8081])],
  },
  instance: {
    type: "compute:Instance",
    inputs: () => ({ region: "eu", plan: "small", image: "debian/13" }),
    isNamed: true,
    changes: [cycle("plan", ["small", "large"])],
  },
  volume: {
    type: "storage:Volume",
    inputs: () => ({ region: "eu", sizeGb: 10, allowDataLoss: true }),
    isNamed: true,
    changes: [grow, grow, cycle("filesystem", ["ext4", "xfs"])],
  },
  attachment: {
    type: "storage:VolumeAttachment",
    inputs: () => ({}),
    links: {
      volumeId: { to: "volume", value: (id) => id },
      instanceId: { to: "instance", value: (id) => id },
    },
    changes: [],
  },
  address: {
    type: "network:FloatingIp",
    // The region tells the addresses apart: nothing else of them is ours to choose.
    inputs: (name) => ({ region: `eu-${name}`, allowAddressChange: true }),
    changes: [({ region, ...rest }) => ({ ...rest, region: other(String(region)) })],
  },
  assignment: {
    type: "network:FloatingIpAssignment",
    inputs: () => ({}),
    links: {
      floatingIpId: { to: "address", value: (id) => id },
      instanceId: { to: "instance", value: (id) => id },
    },
    changes: [],
  },
  network: {
    type: "network:Network",
    inputs: () => ({ config: { "ipv4.address": "10.0.0.0/24" } }),
    isNamed: true,
    changes: [
      ({ config: _old, ...rest }) => ({ ...rest, config: { "ipv4.address": "10.1.0.0/24" } }),
    ],
  },
  firewall: {
    type: "network:Firewall",
    inputs: () => ({ inbound: [], outbound: [] }),
    isNamed: true,
    changes: [
      ({ inbound: _old, ...rest }) => ({ ...rest, inbound: [{ protocol: "icmp" }] }),
      ({ outbound: _old, ...rest }) => ({ ...rest, outbound: [{ protocol: "udp" }] }),
    ],
  },
  bucket: {
    type: "storage:Bucket",
    inputs: () => ({ allowDataLoss: true }),
    isNamed: true,
    changes: [({ raw: _old, ...rest }) => ({ ...rest, raw: { versioned: true } })],
  },
  certificate: {
    type: "network:Certificate",
    inputs: () => withCertificate(0),
    isNamed: true,
    changes: [(inputs) => ({ ...inputs, ...withCertificate(1) })],
  },
  alertRule: {
    type: "monitoring:AlertRule",
    inputs: () => ({
      metric: "cpu_percent",
      condition: "gt",
      threshold: 90,
      channels: ["email"],
    }),
    isNamed: true,
    changes: [cycle("threshold", [90, 80])],
  },
  member: {
    type: "access:ProjectMember",
    inputs: (name) => ({
      projectId: "proj_default",
      email: `${name}@example.com`,
      role: "developer",
    }),
    changes: [cycle("role", ["developer", "viewer"])],
  },
} satisfies Readonly<Record<string, Template>>;

/** Names of the kinds, and of what links ask for. */
export type TemplateName = keyof typeof templates;

/** All of them. */
export const templateNames: readonly TemplateName[] = Object.keys(templates).filter(
  (name): name is TemplateName => name in templates,
);

function firstPort(outputs: Props): number {
  return Number(Object(outputs["portBlock"])["firstPort"] ?? 0);
}

function other(region: string): string {
  return region.startsWith("eu-") ? `us${region.slice(2)}` : `eu${region.slice(2)}`;
}
