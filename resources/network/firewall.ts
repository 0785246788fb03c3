import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { type Json, programName, toWire } from "../../contract/naming.ts";
import { hasHostBits, isCidr, networkOf } from "../../contract/values/address.ts";
import { isSameRules } from "../../contract/values/firewall-rule.ts";
import { parsePortRange } from "../../contract/values/port.ts";
import { defineResource, type Problem } from "../../provider/definition/definition.ts";
import {
  type Attributes,
  type ResourceClass,
  resourceClass,
} from "../../provider/definition/resource-class.ts";
import type { Session } from "../../provider/definition/session.ts";
import type { FirewallArgs } from "../_arguments.ts";
import { isSameButForName, rawNameProblems } from "../raw.ts";

/** Inputs of a {@link Firewall} (spec 2.5). The spec shows no payload: this shape is assumed. */
export interface FirewallInputs {
  /** Name on the platform; `<logical name>-<hash>` unless given. Changing it replaces the policy. */
  name?: string;
  /** Allowed incoming traffic. Changed in place where a route allows it. */
  inbound: InboundRule[];
  /** Allowed outgoing traffic. Changed in place where a route allows it. */
  outbound: OutboundRule[];
  /** Sent as the body instead of our shape, in the platform's own words; `name` is added to it. */
  raw?: Record<string, Json>;
}

/** Allowed incoming traffic. */
export interface InboundRule {
  protocol: "tcp" | "udp" | "icmp";
  /** Ports like "443" or "8000-8100"; all of them when left out, never an empty list. */
  ports?: string[];
  /** CIDRs it may come from; anywhere when left out, never an empty list. */
  sources?: string[];
  description?: string;
}

/** Allowed outgoing traffic. */
export interface OutboundRule {
  protocol: "tcp" | "udp" | "icmp";
  /** Ports like "443" or "8000-8100"; all of them when left out, never an empty list. */
  ports?: string[];
  /** CIDRs it may go to; anywhere when left out, never an empty list. */
  destinations?: string[];
  description?: string;
}

/** A {@link Firewall} has no outputs besides its inputs: the spec shows none. */
export type FirewallOutputs = Record<never, never>;

const common = {
  protocol: z.enum(["tcp", "udp", "icmp"]),
  ports: z.array(z.string()).exactOptional(),
  description: z.string().exactOptional(),
};
const addresses = z.array(z.string()).exactOptional();

/** Whether an empty list is all or none is not shown (spec 4, note 2): a program says which. */
function someOf(all: string) {
  const empty = `is empty; leave it out for ${all}, or take the rule out for none`;
  return z
    .array(z.string())
    .refine(({ length }) => length > 0, empty)
    .exactOptional();
}

const ports = someOf("every port");
const updates = { on: "update" } as const;

/** One rule as answers show it: they may say more about it, inputs may not. */
export const ruleShapes = {
  inbound: z.object({ ...common, sources: addresses }),
  outbound: z.object({ ...common, destinations: addresses }),
};

const of = { kind: "firewall", noun: "firewall policy" } as const;

export const firewall = defineResource<FirewallInputs, FirewallOutputs>()({
  type: "network:Firewall",
  ...of,
  inputs: z.object({
    name: z.string().min(1).exactOptional(),
    inbound: z.array(ruleShapes.inbound.extend({ ports, sources: someOf("anywhere") }).strict()),
    outbound: z.array(
      ruleShapes.outbound.extend({ ports, destinations: someOf("anywhere") }).strict(),
    ),
    raw: z.record(z.string(), z.json()).exactOptional(),
  }),
  outputs: z.object({}),
  changes: {
    name: { on: "replace", isWord: true },
    inbound: { on: "update", same: isSameRules, fields: Object.keys(ruleShapes.inbound.shape) },
    outbound: { on: "update", same: isSameRules, fields: Object.keys(ruleShapes.outbound.shape) },
    raw: updates,
  },
  expendable: true,
  gaps: [
    "The payload of a policy and of its rules (spec 4 note 2).",
    "Paths to read, update and delete a policy, and to attach it (spec 4 note 4).",
  ],
  validate: ({ inbound = [], outbound = [], raw = {} }, context) => [
    ...rawNameProblems(of, raw, context),
    ...inbound.flatMap((rule, at) => ruleProblems(rule, rule.sources, `inbound[${at}]`)),
    ...outbound.flatMap((rule, at) => ruleProblems(rule, rule.destinations, `outbound[${at}]`)),
  ],
  equivalent: (state, inputs) => (isSameButForName(of.kind, state, inputs) ? ["raw"] : []),
  body: wireBody,
  // `raw` stands for both lists: it is sent for a change of either, and both of them in its place.
  patch: (changed, session, { name: _name, ...rest }) =>
    wireBody("raw" in changed || rest.raw !== undefined ? rest : changed, session),
  interpret: (observed, assumptions) => ({
    inbound: observed[programName(assumptions["fields.inbound"])],
    outbound: observed[programName(assumptions["fields.outbound"])],
  }),
});

/** A policy of inbound and outbound rules: the one way to restrict public IPv6 (spec 8). */
export interface Firewall
  extends pulumi.CustomResource,
    Attributes<FirewallInputs, FirewallOutputs> {}

export const Firewall: ResourceClass<FirewallArgs, Firewall> = resourceClass<
  FirewallInputs,
  FirewallOutputs
>()(firewall);

function wireBody(inputs: Partial<FirewallInputs>, session: Session): Json {
  const { raw, name, inbound, outbound } = inputs;
  if (raw !== undefined) return name === undefined ? raw : { name, ...raw };
  const { assumptions } = session;
  return toWire({
    name,
    [assumptions["fields.inbound"]]: inbound,
    [assumptions["fields.outbound"]]: outbound,
  });
}

function ruleProblems(
  rule: { ports?: string[]; protocol: string },
  cidrs: readonly string[] = [],
  path: string,
): readonly Problem[] {
  const ports = rule.ports ?? [];
  const badPorts = ports.filter((text) => parsePortRange(text) === undefined);
  const problems = badPorts.map(
    (text) => `ports has "${text}"; write a port like "443" or "8000-8100"`,
  );
  if (rule.protocol === "icmp" && ports.length > 0) problems.push("is icmp, which has no ports");
  for (const cidr of cidrs) {
    if (!isCidr(cidr)) problems.push(`has "${cidr}", which is no CIDR like 10.0.0.0/24`);
    else if (hasHostBits(cidr))
      problems.push(`has "${cidr}" with host bits set; write ${networkOf(cidr)}`);
  }
  return problems.map((problem) => ({ reason: `${path} ${problem}` }));
}
