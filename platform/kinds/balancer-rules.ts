import { z } from "zod";
import { limits } from "../../contract/limits.ts";
import { lazySchema, type OutputOf } from "../lazy-schema.ts";
import type { Rule } from "../rules/rule.ts";
import { fields, stated } from "../rules/stated.ts";
import type { World } from "../world.ts";

const port = () => z.int().min(limits.firstPort).max(limits.lastPort);
const protocol = () => z.enum(["http", "https", "tcp"]);
const count = () => z.int().positive();

/** A forwarding rule (spec 2.9), as any platform may take it. */
export const ForwardingRule = lazySchema(() =>
  fields({
    entry_port: stated(port(), "2.9: entry_port (integer)"),
    entry_protocol: stated(protocol(), "2.9: entry_protocol (http, https shown)"),
    target_port: stated(port(), "2.9: target_port (integer)"),
    target_protocol: stated(protocol(), "2.9: target_protocol (http shown)"),
    certificate_id: stated(z.string().exactOptional(), "2.9: certificate_id (string cert_<id>"),
  }),
);
type ForwardingRule = OutputOf<typeof ForwardingRule>;

/** A health check (spec 2.9), as any platform may take it. */
export const HealthCheck = lazySchema(() =>
  fields({
    protocol: stated(z.string().min(1), "2.9: Health check: protocol (string)"),
    port: stated(port(), "2.9: port (integer)"),
    path: stated(z.string().exactOptional(), "2.9: path (string)"),
    interval: stated(count().exactOptional(), "2.9: interval"),
    timeout: stated(count().exactOptional(), "2.9: timeout"),
    threshold: stated(count().exactOptional(), "2.9: threshold (integers)"),
  }),
);
type HealthCheck = OutputOf<typeof HealthCheck>;

const usualCheck = { interval: 10, timeout: 5, threshold: 3 };

/** The parts of a load balancer that the platform chooses about. */
interface Parts {
  readonly forwarding_rules?: readonly ForwardingRule[];
  readonly health_check?: HealthCheck;
}

/** @throws Refusal naming the field that the platform does not choose to take. */
export function refuseByChoice(given: Parts, world: World, refused: string): void {
  for (const [index, rule] of (given.forwarding_rules ?? []).entries()) {
    const field = `forwarding_rules.${index}`;
    refuseProtocols(rule, { world, refused, field });
    const problem = certificateProblem(rule, world);
    if (problem !== undefined) throw world.notAccepted(problem.by, { refused, field }, problem.why);
  }
  const { health_check } = given;
  const by = "loadBalancers.healthCheck";
  if (health_check === undefined || world.choice(by) !== "whole") return;
  for (const field of ["interval", "timeout", "threshold"] as const) {
    if (health_check[field] !== undefined) continue;
    throw world.refusal("invalid", by, `${refused}: "health_check.${field}" is required`);
  }
}

/** A check without anything left to the platform. */
export type WholeCheck = Required<Omit<HealthCheck, "path">> & Pick<HealthCheck, "path">;

/** The check with the numbers that were left out. */
export function wholeCheck(check: HealthCheck): WholeCheck {
  const { interval, timeout, threshold } = { ...usualCheck, ...check };
  return { ...check, interval, timeout, threshold };
}

/** A rule of a body, and where it stands there. */
interface Place {
  readonly world: World;
  readonly refused: string;
  readonly field: string;
}

function refuseProtocols(rule: ForwardingRule, { world, refused, field }: Place): void {
  const { entry_protocol, target_protocol } = rule;
  const by = "loadBalancers.protocols";
  if (world.choice(by) === "more") return;
  // spec 2.9: the ones that are shown
  const refusal = (name: keyof ForwardingRule, why: string) =>
    world.notAccepted(by, { refused, field: `${field}.${name}` }, why);
  if (entry_protocol === "tcp") throw refusal("entry_protocol", "it is neither http nor https");
  if (target_protocol !== "http") throw refusal("target_protocol", "it is not http");
}

interface Problem {
  readonly by: Rule;
  readonly why: string;
}

function certificateProblem(rule: ForwardingRule, world: World): Problem | undefined {
  const { entry_protocol, certificate_id } = rule;
  const isHttps = entry_protocol === "https";
  if (isHttps === (certificate_id !== undefined)) return undefined;
  const by = isHttps
    ? "loadBalancers.httpsWithoutCertificate"
    : "loadBalancers.certificateElsewhere";
  if (world.choice(by) !== "refuse") return undefined;
  const why = isHttps
    ? "an https entry needs a certificate_id"
    : `an ${entry_protocol} entry takes no certificate_id`;
  return { by, why };
}
