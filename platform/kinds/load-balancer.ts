import { z } from "zod";
import { limits } from "../../contract/limits.ts";
import { type JsonObject, type Stored, shape } from "../store/index.ts";
import { publicIpv4 } from "./common/addresses.ts";
import { type Answer, created, ok } from "./common/answer.ts";
import type { Context } from "./common/context.ts";
import { type Call, deleting, listing, reading, serveKind } from "./common/kind.ts";
import { references } from "./common/references.ts";

const port = z.int().min(limits.firstPort).max(limits.lastPort);
const count = z.int().positive();

/** A forwarding rule (spec 2.9), with the protocols that are shown; a certificate is for an https entry and it alone. */
const ForwardingRule = z
  .strictObject({
    entry_port: port,
    entry_protocol: z.enum(["http", "https"]),
    target_port: port,
    target_protocol: z.literal("http"),
    certificate_id: z.string().exactOptional(),
  })
  .refine((rule) => (rule.entry_protocol === "https") === (rule.certificate_id !== undefined), {
    error: "an https entry needs a certificate_id, and no other takes one",
  });

/** A health check (spec 2.9): it has all of its numbers. */
const HealthCheck = z.strictObject({
  protocol: z.string().min(1),
  port,
  path: z.string().exactOptional(),
  interval: count,
  timeout: count,
  threshold: count,
});

const algorithm = z.enum(["round_robin", "least_connections", "ip_hash"]);

/** The fields of spec 2.9 that can change; which route changes them is an assumption. */
const changeable = {
  name: z.string().min(1),
  forwarding_rules: z
    .array(ForwardingRule)
    .min(1)
    .refine((rules) => new Set(rules.map((rule) => rule.entry_port)).size === rules.length, {
      error: "two rules have one entry_port",
    }),
  health_check: HealthCheck,
  backend_instances: z.array(z.string()),
};

const NewLoadBalancer = z.strictObject({
  ...changeable,
  region: z.string().min(1),
  // spec 2.9: the default algorithm
  algorithm: algorithm.default("round_robin"),
});

const LoadBalancerChange = z.strictObject({
  region: z.string().exactOptional(),
  name: changeable.name.exactOptional(),
  forwarding_rules: changeable.forwarding_rules.exactOptional(),
  health_check: changeable.health_check.exactOptional(),
  backend_instances: changeable.backend_instances.exactOptional(),
  algorithm: algorithm.exactOptional(),
});

export interface LoadBalancer extends z.output<typeof NewLoadBalancer> {
  /** When its creation is done and it has its address. */
  readonly settled_at: number;
}

/** Load balancers (spec 2.9). */
export const loadBalancers = serveKind({
  kind: "loadBalancer",
  spec: "2.9",
  noun: "load balancer",
  idPrefix: "lb_",
  record: shape<LoadBalancer>(),
  links: [
    { field: "backendInstances", to: ["instance"], label: "backend" },
    { field: "forwardingRules.certificateId", to: ["certificate"], label: "certificate" },
  ],
  view: viewLoadBalancer,
  serve: (self) => ({
    list: listing(self),
    create: createLoadBalancer,
    get: reading(self),
    update: updateLoadBalancer,
    delete: deleting(self),
  }),
});

function viewLoadBalancer(balancer: Stored<LoadBalancer>, context: Context): JsonObject {
  const { id, name, region, forwarding_rules, health_check, backend_instances } = balancer;
  const { assumptions } = context;
  const settled = context.now >= balancer.settled_at;
  return {
    ...{ id, name, region, forwarding_rules, health_check, backend_instances },
    [assumptions["fields.algorithm"]]: balancer.algorithm,
    [assumptions["fields.status"]]: settled
      ? context.readyWord("active")
      : context.busyWord("provisioning"),
    [assumptions["fields.ipAddresses"]]: settled ? [publicIpv4(balancer.serial)] : [],
  };
}

function createLoadBalancer({ context, body }: Call): Answer {
  const given = body(namingAlgorithm(NewLoadBalancer, context), "load balancer was not created");
  context.refuseTakenName(loadBalancers, given);
  requireReferences(given, context);
  const settled_at = context.after(context.settings.bootSeconds);
  const balancer = context.objects.insert(loadBalancers, { ...given, settled_at });
  return created(loadBalancers.view(balancer, context));
}

function updateLoadBalancer({ context, target, body }: Call): Answer {
  const balancer = context.require(loadBalancers, target);
  const refused = `load balancer "${target}" was not changed`;
  const { region, ...changes } = body(namingAlgorithm(LoadBalancerChange, context), refused);
  if (region !== undefined && region !== balancer.region) {
    const error = `${refused}: its "region" stays "${balancer.region}"`;
    throw context.refusal("invalid", "not shown: routes.loadBalancer.update", error);
  }
  const after = { ...balancer, ...changes };
  context.refuseTakenName(loadBalancers, after);
  requireReferences(after, context);
  const changed = context.objects.update(loadBalancers, balancer, changes);
  return ok(loadBalancers.view(changed, context));
}

/** The schema for bodies that call the algorithm by the field name assumed for it. */
function namingAlgorithm<T>(schema: z.ZodType<T>, { assumptions }: Context): z.ZodType<T> {
  const field = assumptions["fields.algorithm"];
  if (field === "algorithm") return schema;
  const swapped = new Map([
    [field, "algorithm"],
    ["algorithm", field],
  ]);
  return z.preprocess((body) => {
    if (typeof body !== "object" || body === null) return body;
    return Object.fromEntries(
      Object.entries(body).map(([key, value]) => [swapped.get(key) ?? key, value]),
    );
  }, schema);
}

/** @throws Refusal where a backend or certificate does not exist; backends may be in any region. */
function requireReferences(
  { backend_instances, forwarding_rules }: Omit<LoadBalancer, "settled_at">,
  context: Context,
): void {
  for (const id of backend_instances) context.require(references.instance, id);
  for (const { certificate_id } of forwarding_rules) {
    if (certificate_id !== undefined) context.require(references.certificate, certificate_id);
  }
}
