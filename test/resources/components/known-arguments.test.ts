import { output } from "@pulumi/pulumi";
import { expect, test } from "vitest";
import {
  FailoverAddress,
  InstanceGroup,
  LoadBalancedApp,
  PersistentVolume,
  RotatingCertificate,
  TeamAccess,
} from "../../../resources/components/index.ts";
import { mockPlatform, settled } from "./children.ts";

const platform = mockPlatform();
const machines = { region: "eu-1", plan: "small", image: "debian/13" };
const group = { ...machines, healthProbe: { protocol: "tcp", port: 5432 } };
const volume = { region: "eu-1", sizeGb: 10 };
const address = { region: "eu-1", instance: "inst_1" };
const pem = { certificate: "-----BEGIN", privateKey: "-----BEGIN" };
const team = { projectId: "proj_1", members: { "ada@example.com": "owner" } };
const instance = { plan: "large" };

/** The arguments of a transform. */
interface Given {
  readonly args: object;
  readonly opts: object;
}

/** Constructs a component as a program without a compiler does, which may pass anything. */
function make(component: object, args: unknown): unknown {
  if (typeof component !== "function") throw new Error("no class");
  return Reflect.construct(component, ["it", args]);
}

test.each([
  [LoadBalancedApp, { ...machines, cuont: 3 }, "has no argument cuont; did you mean count?"],
  [LoadBalancedApp, { ...machines, healthpath: "/" }, "has no argument healthpath; did you mean"],
  [InstanceGroup, { ...group, alerts: {} }, "has no argument alerts; known: region, plan, image,"],
  [PersistentVolume, { ...volume, size: 10 }, "has no argument size; did you mean sizeGb?"],
  [FailoverAddress, { ...address, instanse: "i" }, "has no argument instanse; did you mean inst"],
  [RotatingCertificate, { ...pem, warnDay: 9 }, "has no argument warnDay; did you mean warnDays?"],
  [TeamAccess, { ...team, member: {} }, "has no argument member; did you mean members?"],
  [
    LoadBalancedApp,
    { ...machines, transform: { instances: instance } },
    "has no transform instances; did you mean instance?",
  ],
  [
    InstanceGroup,
    { ...group, transform: { certificate: {} } },
    "has no transform certificate; known: instance, gate, loadBalancer, drain",
  ],
])("%o refuses what it would ignore", async (component, args, reason) => {
  expect(() => make(component, args)).toThrow(`${component.name} "it" ${reason}`);
  await settled();
  expect(platform.named()).toEqual([]);
});

test.each([
  [
    LoadBalancedApp,
    { ...machines, allowDataLoss: output(false) },
    "allowDataLoss",
    "true or false",
  ],
  [LoadBalancedApp, { ...machines, floatingIp: output(true) }, "floatingIp", "true or false"],
  [LoadBalancedApp, { ...machines, count: output(4) }, "count", "a number"],
  [LoadBalancedApp, { ...machines, alerts: output({}) }, "alerts", "an object"],
  [InstanceGroup, { ...group, strategy: output("rolling") }, "strategy", "a text"],
  [PersistentVolume, { ...volume, allowDataLoss: output(true) }, "allowDataLoss", "true or false"],
  [RotatingCertificate, { ...pem, warnDays: Promise.resolve(9) }, "warnDays", "a number"],
  [TeamAccess, { ...team, members: output(team.members) }, "members", "an object"],
])("%o refuses an output for what it has to know: %#", async (component, args, name, kind) => {
  const reason = `${component.name} "it" was not made: ${name} must be ${kind} when the program runs, not an output.`;
  expect(() => make(component, args)).toThrow(reason);
  await settled();
  expect(platform.named()).toEqual([]);
});

test.each([
  [{ firewall: true }, "firewall must be an object or false when the program runs, not a boolean."],
  [{ floatingIp: "no" }, 'floatingIp must be true or false when the program runs, not "no".'],
  [
    { allowDataLoss: 1 },
    "allowDataLoss must be true or false when the program runs, not a number.",
  ],
  [{ alerts: null }, "alerts must be an object when the program runs, not null."],
])("and %j", (wrong, reason) => {
  expect(() => make(LoadBalancedApp, { ...machines, ...wrong })).toThrow(reason);
});

test.each([
  [{ volume: Promise.resolve({ sizeGb: 20 }) }, "transform.volume must be an object when"],
  [{ volume: output({ sizeGb: 20 }) }, "transform.volume must be an object when"],
  [{ volume: null }, "transform.volume must be an object when the program runs, not null."],
  [
    { volume: ({ args }: object & { args?: unknown }) => ({ args }) },
    'returned no { args, opts } for "it"',
  ],
  [{ volume: async (child: unknown) => child }, 'returned no { args, opts } for "it"'],
  [
    { volume: (child: Given) => ({ ...child, opts: Promise.resolve(child.opts) }) },
    'returned no { args, opts } for "it"',
  ],
  [{ volume: (child: Given) => ({ ...child, opts: null }) }, 'returned no { args, opts } for "it"'],
  [
    { volume: (child: Given) => ({ ...child, args: output(child.args) }) },
    'returned no { args, opts } for "it"',
  ],
  [
    { volume: (child: Given) => output(child) },
    'returned no { args, opts } for "it". Have it return both, in no promise or output.',
  ],
])(
  "a volume without its protection is not made by a transform that is none: %#",
  async (transform, reason) => {
    expect(() => make(PersistentVolume, { ...volume, transform })).toThrow(reason);
    await settled();
    expect(platform.named().filter((name) => name.startsWith("Volume"))).toEqual([]);
  },
);

test("a path of the health check may be an output", async () => {
  expect(() => make(LoadBalancedApp, { ...machines, healthPath: output("/up") })).not.toThrow();
  await settled();
});

test.each([undefined, null, "eu-1", 3])("arguments that are %j are refused", (args) => {
  expect(() => make(TeamAccess, args)).toThrow(
    'The arguments of TeamAccess "it" must be an object; nothing was made.',
  );
});

test("a team without members has no owner", () => {
  expect(() => make(TeamAccess, { projectId: "proj_1" })).toThrow("members names no owner");
});

test("a name without a value is none", async () => {
  make(TeamAccess, { ...team, mebmers: undefined, transform: undefined });
  await settled();
  expect(platform.named()).toContain("TeamAccess it");
});
