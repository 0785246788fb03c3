import { z } from "zod";
import { limits } from "../../contract/limits.ts";
import { lazySchema, type OutputOf } from "../lazy-schema.ts";
import type { World } from "../world.ts";

const port = () => z.int().min(limits.firstPort).max(limits.lastPort);
const count = () => z.int().positive();

/** A forwarding rule (spec 2.9), as any platform may take it. */
export const ForwardingRule = lazySchema(() =>
  z.strictObject({
    entry_port: port(),
    entry_protocol: z.enum(["http", "https", "tcp"]),
    target_port: port(),
    target_protocol: z.enum(["http", "https", "tcp"]),
    certificate_id: z.string().exactOptional(),
  }),
);
type ForwardingRule = OutputOf<typeof ForwardingRule>;

/** A health check (spec 2.9), as any platform may take it. */
export const HealthCheck = lazySchema(() =>
  z.strictObject({
    protocol: z.string().min(1),
    port: port(),
    path: z.string().exactOptional(),
    interval: count().exactOptional(),
    timeout: count().exactOptional(),
    threshold: count().exactOptional(),
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
    const at = `forwarding_rules.${index}`;
    refuseProtocols(rule, { world, refused, at });
    const why = certificateProblem(rule, world);
    if (why !== undefined) throw world.notAccepted(refused, at, why);
  }
  const { health_check } = given;
  if (health_check === undefined || world.choice("loadBalancers.healthCheck") !== "whole") return;
  for (const field of ["interval", "timeout", "threshold"] as const) {
    if (health_check[field] !== undefined) continue;
    throw world.refusal("invalid", `${refused}: "health_check.${field}" is required`);
  }
}

/** A check without anything left to the platform. */
export type WholeCheck = Required<Omit<HealthCheck, "path">> & Pick<HealthCheck, "path">;

/** The check with the numbers that were left out. */
export function wholeCheck(check: HealthCheck): WholeCheck {
  const { interval, timeout, threshold } = { ...usualCheck, ...check };
  return { ...check, interval, timeout, threshold };
}

function refuseProtocols(
  { entry_protocol, target_protocol }: ForwardingRule,
  { world, refused, at }: { readonly world: World; readonly refused: string; readonly at: string },
): void {
  if (world.choice("loadBalancers.protocols") === "more") return;
  // spec 2.9: the ones that are shown
  if (entry_protocol === "tcp") {
    throw world.notAccepted(refused, `${at}.entry_protocol`, "it is neither http nor https");
  }
  if (target_protocol !== "http") {
    throw world.notAccepted(refused, `${at}.target_protocol`, "it is not http");
  }
}

function certificateProblem(rule: ForwardingRule, world: World): string | undefined {
  const { entry_protocol, certificate_id } = rule;
  if (entry_protocol === "https") {
    const isMissing = certificate_id === undefined;
    return isMissing && world.choice("loadBalancers.httpsWithoutCertificate") === "refuse"
      ? "an https entry needs a certificate_id"
      : undefined;
  }
  return certificate_id !== undefined &&
    world.choice("loadBalancers.certificateElsewhere") === "refuse"
    ? `an ${entry_protocol} entry takes no certificate_id`
    : undefined;
}
