import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { limits } from "../../contract/limits.ts";
import { type Json, programName, toWire } from "../../contract/naming.ts";
import { isSameSet } from "../../contract/values/set.ts";
import { isSameInAnyCase } from "../../contract/values/spelling.ts";
import { defineResource, type IdOf, type Problem } from "../../provider/definition/definition.ts";
import { idOf } from "../../provider/definition/id-of.ts";
import {
  type Attributes,
  type ResourceClass,
  resourceClass,
} from "../../provider/definition/resource-class.ts";
import type { Session } from "../../provider/definition/session.ts";
import type { LoadBalancerArgs } from "../_arguments.ts";
import type { Instance } from "../compute/instance.ts";
import type { Certificate } from "./certificate.ts";

/** Inputs of a {@link LoadBalancer} (spec 2.9). All but `region` change in place where a route allows it. */
export interface LoadBalancerInputs {
  /** Name on the platform; `<logical name>-<hash>` unless given. */
  name?: string;
  /** Region it is in. Changing it replaces the load balancer. */
  region: string;
  /** Ports it listens on and where they lead. */
  forwardingRules: ForwardingRule[];
  /** How backends are probed. */
  healthCheck: HealthCheck;
  /** Instances behind it (`inst_…`); their order does not matter. */
  backendInstances: IdOf<Instance>[];
  /** How requests are spread; `round_robin` unless given (spec 2.9). */
  algorithm?: "round_robin" | "least_connections" | "ip_hash";
}

/** One port of a load balancer. */
export interface ForwardingRule {
  /** Port clients connect to. */
  entryPort: number;
  /** The protocol of the clients. */
  entryProtocol: "http" | "https";
  /** Port of the backends. */
  targetPort: number;
  /** Protocol the backends speak; the spec shows `http`. */
  targetProtocol: string;
  /** Certificate of an `https` entry (`cert_…`). */
  certificateId?: IdOf<Certificate>;
}

/** How a load balancer decides whether a backend is healthy. Units of interval and timeout are not shown. */
export interface HealthCheck {
  protocol: string;
  port: number;
  /** Path that is asked for, for http checks. */
  path?: string;
  /** Time between probes; the spec shows no unit. */
  interval: number;
  /** Time a probe may take; the spec shows no unit. */
  timeout: number;
  /** Probes in a row that decide. */
  threshold: number;
}

/** Outputs of a {@link LoadBalancer}. */
export interface LoadBalancerOutputs {
  /** The platform's word for its state; the words are not shown in the spec. */
  status: string;
  /** IPv4 addresses. */
  ipAddresses: string[];
}

const port = z.int().min(limits.firstPort).max(limits.lastPort);
const updates = { on: "update" } as const;
const respelled = { on: "update", respelled: isSameInAnyCase } as const;
const forwardingRule = z.strictObject({
  entryPort: port,
  entryProtocol: z.enum(["http", "https"]),
  targetPort: port,
  targetProtocol: z.string().min(1),
  certificateId: idOf("certificate").exactOptional(),
});
const healthCheck = z.strictObject({
  protocol: z.string().min(1),
  port,
  path: z.string().exactOptional(),
  interval: z.int().min(1),
  timeout: z.int().min(1),
  threshold: z.int().min(1),
});
const defaultAlgorithm = "round_robin";

export const loadBalancer = defineResource<LoadBalancerInputs, LoadBalancerOutputs>()({
  type: "network:LoadBalancer",
  kind: "loadBalancer",
  noun: "load balancer",
  links: { backendInstances: "backend", "forwardingRules.certificateId": "certificate" },
  stable: ["ipAddresses"],
  inputs: z.object({
    name: z.string().min(1).exactOptional(),
    region: z.string().min(1),
    forwardingRules: z.array(forwardingRule).min(1),
    healthCheck,
    backendInstances: z.array(idOf("instance")).min(1),
    algorithm: z.enum(["round_robin", "least_connections", "ip_hash"]).exactOptional(),
  }),
  outputs: z.object({ status: z.string(), ipAddresses: z.array(z.string()) }),
  changes: {
    name: { ...updates, isWord: true },
    region: { on: "replace", isWord: true },
    // Entry ports are unique, so the order of the rules says nothing.
    forwardingRules: { ...respelled, same: isSameSet, fields: Object.keys(forwardingRule.shape) },
    healthCheck: { ...respelled, fields: Object.keys(healthCheck.shape) },
    backendInstances: { on: "update", same: isSameSet },
    algorithm: updates,
  },
  defaults: { algorithm: defaultAlgorithm },
  holds: ["address"],
  gaps: [
    "Paths to list, read, update and delete a load balancer (spec 4 note 4).",
    "Name of the field that selects the algorithm (spec 2.9).",
    "Units of interval and timeout of the health check (spec 2.9).",
  ],
  validate,
  body: (inputs, session) => wireBody(unlessUsual(inputs), session),
  patch: wireBody,
  interpret: (observed, assumptions) => ({
    algorithm: observed[programName(assumptions["fields.algorithm"])],
    ipAddresses: observed[programName(assumptions["fields.ipAddresses"])],
  }),
});

/** Spreads http and https traffic over instances (spec 2.9). Free up to 5 TB outbound a month (spec 8). */
export interface LoadBalancer
  extends pulumi.CustomResource,
    Attributes<LoadBalancerInputs, LoadBalancerOutputs, "algorithm"> {}

export const LoadBalancer: ResourceClass<LoadBalancerArgs, LoadBalancer> = resourceClass<
  LoadBalancerInputs,
  LoadBalancerOutputs
>()(loadBalancer);

/** The name of the algorithm's field is not shown, so it is not sent for what the platform does anyway. */
function unlessUsual(inputs: Partial<LoadBalancerInputs>): Partial<LoadBalancerInputs> {
  const { algorithm, ...rest } = inputs;
  return algorithm === defaultAlgorithm ? rest : inputs;
}

function wireBody(inputs: Partial<LoadBalancerInputs>, session: Session): Json {
  const { algorithm, ...rest } = inputs;
  const chosen = algorithm && { [session.assumptions["fields.algorithm"]]: algorithm };
  return toWire({ ...rest, ...chosen });
}

function validate(inputs: Partial<LoadBalancerInputs>): readonly Problem[] {
  const { forwardingRules = [], healthCheck } = inputs;
  const problems: Problem[] = forwardingRules.flatMap(ruleProblems);
  const ports = forwardingRules.map((rule) => rule.entryPort);
  const repeated = ports.find((entryPort, at) => ports.indexOf(entryPort) !== at);
  if (repeated !== undefined) {
    problems.push({
      property: "forwardingRules",
      reason: `two forwardingRules listen on entryPort ${repeated}; every rule needs its own port`,
    });
  }
  if (healthCheck !== undefined && healthCheck.timeout >= healthCheck.interval) {
    problems.push({
      severity: "warning",
      reason: `healthCheck.timeout (${healthCheck.timeout}) is not shorter than its interval (${healthCheck.interval})`,
    });
  }
  return problems;
}

function ruleProblems(rule: ForwardingRule, at: number): readonly Problem[] {
  const hasCertificate = rule.certificateId !== undefined;
  if (rule.entryProtocol === "https" && !hasCertificate) {
    return [{ reason: `forwardingRules[${at}] is https and needs a certificateId` }];
  }
  if (rule.entryProtocol !== "https" && hasCertificate) {
    return [
      {
        reason: `forwardingRules[${at}] has a certificateId, which only https entries use`,
      },
    ];
  }
  return [];
}
