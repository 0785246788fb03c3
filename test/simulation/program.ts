import type { Props } from "../../provider/define.ts";
import { makeCertificate } from "../support/certificate.ts";
import type { Random } from "./random.ts";

/** What a program says about one resource. */
export interface Declaration {
  /** Logical name; one resource keeps its name through all versions. */
  readonly name: string;
  readonly type: string;
  readonly inputs: Props;
  /** Inputs that come from outputs of other resources. */
  readonly links: Readonly<Record<string, Link>>;
  /** The option `deleteBeforeReplace`. */
  readonly deleteFirst?: boolean;
}

/** An input that comes from another resource. */
export interface Link {
  readonly to: string;
  /** The input's value, from the other one's id and outputs. */
  readonly value: (id: string, outputs: Props) => unknown;
}

/** A program: each declaration stands behind those it links to. */
export type Program = readonly Declaration[];

/** A kind of resource as programs use it. */
interface Template {
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
    const at = values.findIndex((value) => value === inputs[name]);
    return { ...inputs, [name]: values[(at + 1) % values.length] };
  };
}

const grow = (inputs: Props): Props => ({ ...inputs, sizeGb: Number(inputs["sizeGb"]) + 10 });

const templates = {
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
    inputs: (name) => ({ projectId: "proj_1", email: `${name}@example.com`, role: "developer" }),
    changes: [cycle("role", ["developer", "viewer"])],
  },
} satisfies Readonly<Record<string, Template>>;

type TemplateName = keyof typeof templates;

const templateNames: readonly TemplateName[] = Object.keys(templates).filter(
  (name): name is TemplateName => name in templates,
);

/** Draws the versions of a program, oldest first; each differs from the one before. */
export function drawVersions(random: Random): readonly Program[] {
  const versions: Program[] = [drawProgram(random)];
  const more = random.between(0, 2);
  for (let version = 0; version < more; version += 1) {
    versions.push(changed(versions.at(-1) ?? [], random));
  }
  return versions;
}

function drawProgram(random: Random): Program {
  const count = random.between(1, 4);
  const program: Declaration[] = [];
  for (let at = 0; at < count; at += 1) {
    const template = random.pickFrom(templateNames);
    if (template !== undefined) add(program, template, random);
  }
  return program;
}

/** Adds a resource behind those it needs, which are added when they are not there yet. */
function add(program: Declaration[], template: TemplateName, random: Random): string {
  const { type, inputs, isNamed = false, links = {} }: Template = templates[template];
  const needed = new Map<string, string>();
  for (const to of new Set(Object.values(links).map((link) => link.to))) {
    needed.set(to, isTemplate(to) ? provide(program, to, random) : to);
  }
  const name = `${template}-${program.length}`;
  // A name that another declaration would generate is one nobody chooses.
  const own = isNamed && random.chance(0.4) ? { name: `own-${name}` } : {};
  program.push({
    name,
    type,
    inputs: { ...inputs(name), ...own },
    links: Object.fromEntries(
      Object.entries(links).map(([input, link]) => [
        input,
        { to: needed.get(link.to) ?? "", value: link.value },
      ]),
    ),
  });
  return name;
}

/** A resource that nothing of this kind links to yet: a volume is in one instance at a time. */
function provide(program: Declaration[], template: TemplateName, random: Random): string {
  const linked = new Set(program.flatMap(({ links }) => Object.values(links).map(({ to }) => to)));
  const { type } = templates[template];
  const free = program.find((known) => known.type === type && !linked.has(known.name));
  return free?.name ?? add(program, template, random);
}

function changed(program: Program, random: Random): Program {
  const victim = random.pickFrom(program);
  if (victim === undefined || random.chance(0.2)) return grown(program, random);
  if (random.chance(0.2)) return without(program, victim.name);
  const template = Object.values<Template>(templates).find(({ type }) => type === victim.type);
  const change = random.pickFrom(template?.changes ?? []);
  if (change === undefined) return without(program, victim.name);
  return program.map((known) =>
    known === victim ? { ...known, inputs: change(known.inputs) } : known,
  );
}

function grown(program: Program, random: Random): Program {
  const more = [...program];
  // Names count on, so that a removed resource never lends its name to another one.
  const template = random.pickFrom(templateNames);
  if (template !== undefined) add(more, template, random);
  const names = new Set(program.map(({ name }) => name));
  return more.every(({ name }, at) => at < program.length || !names.has(name)) ? more : program;
}

/** The program without a resource and all that need it. */
function without(program: Program, name: string): Program {
  const gone = new Set([name]);
  return program.filter((declaration) => {
    const isGone =
      declaration.name === name || Object.values(declaration.links).some(({ to }) => gone.has(to));
    if (isGone) gone.add(declaration.name);
    return !isGone;
  });
}

function isTemplate(name: string): name is TemplateName {
  return name in templates;
}

function firstPort(outputs: Props): number {
  return Number(Object(outputs["portBlock"])["firstPort"] ?? 0);
}

function other(region: string): string {
  return region.startsWith("eu-") ? `us${region.slice(2)}` : `eu${region.slice(2)}`;
}
