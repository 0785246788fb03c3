import { z } from "zod";
import { limits } from "../../contract/limits.ts";
import { publicIpv4 } from "../addresses.ts";
import { type Answer, created, type JsonObject, ok } from "../http/answer.ts";
import { type Call, deleting, listing, reading } from "../http/route.ts";
import { defineKind } from "../kind.ts";
import { references } from "../references.ts";
import type { Stored } from "../store/objects.ts";
import { refuseTakenName, type World } from "../world.ts";

const Port = z.int().min(limits.firstPort).max(limits.lastPort);
const Count = z.int().positive();

const ForwardingRule = z
  .strictObject({
    entry_port: Port,
    entry_protocol: z.enum(["http", "https"]),
    target_port: Port,
    target_protocol: z.enum(["http"]),
    certificate_id: z.string().exactOptional(),
  })
  .refine((rule) => rule.entry_protocol !== "https" || rule.certificate_id !== undefined, {
    error: "an https entry needs a certificate_id",
  })
  .refine((rule) => rule.entry_protocol !== "http" || rule.certificate_id === undefined, {
    error: "an http entry takes no certificate_id",
  });

const HealthCheck = z.strictObject({
  protocol: z.string().min(1),
  port: Port,
  path: z.string().exactOptional(),
  interval: Count,
  timeout: Count,
  threshold: Count,
});

/** The fields of spec 2.9 that can change; which route changes them is an assumption. */
const changeableFields = {
  name: z.string().min(1),
  forwarding_rules: z
    .array(ForwardingRule)
    .min(1)
    .refine((rules) => new Set(rules.map((rule) => rule.entry_port)).size === rules.length, {
      error: "an entry_port stands in two rules",
    }),
  health_check: HealthCheck,
  backend_instances: z.array(z.string()),
  algorithm: z.enum(["round_robin", "least_connections", "ip_hash"]),
};

const LoadBalancer = z.object({
  ...changeableFields,
  region: z.string(),
  /** When its creation is done and it has its address. */
  settled_at: z.number(),
});
type LoadBalancer = z.infer<typeof LoadBalancer>;

const NewLoadBalancer = z.strictObject({
  ...changeableFields,
  region: z.string().min(1),
  // spec 2.9: the default algorithm
  algorithm: changeableFields.algorithm.default("round_robin"),
});

const { name, forwarding_rules, health_check, backend_instances, algorithm } = changeableFields;
const LoadBalancerChange = z.strictObject({
  region: z.string().exactOptional(),
  name: name.exactOptional(),
  forwarding_rules: forwarding_rules.exactOptional(),
  health_check: health_check.exactOptional(),
  backend_instances: backend_instances.exactOptional(),
  algorithm: algorithm.exactOptional(),
});

/** Load balancers (spec 2.9). */
export const loadBalancers = defineKind({
  kind: "loadBalancer",
  noun: "load balancer",
  idPrefix: "lb_",
  record: LoadBalancer,
  view: viewLoadBalancer,
  serve: (self) => ({
    list: listing(self),
    create: createLoadBalancer,
    get: reading(self),
    update: updateLoadBalancer,
    delete: deleting(self),
  }),
});

function viewLoadBalancer(balancer: Stored<LoadBalancer>, world: World): JsonObject {
  const { id, name, region, serial } = balancer;
  const { assumptions } = world;
  const settled = world.now >= balancer.settled_at;
  return {
    id,
    name,
    region,
    forwarding_rules: balancer.forwarding_rules,
    health_check: balancer.health_check,
    backend_instances: balancer.backend_instances,
    [assumptions["fields.algorithm"]]: balancer.algorithm,
    [assumptions["fields.status"]]: settled ? world.readyWord("active") : "provisioning",
    [assumptions["fields.ipAddresses"]]: settled ? [publicIpv4(serial)] : [],
  };
}

function createLoadBalancer({ world, body }: Call): Answer {
  const given = body(namingAlgorithm(NewLoadBalancer, world), "load balancer was not created");
  refuseTakenName(world, loadBalancers, given);
  requireReferences(world, given);
  const balancer = world.objects.insert(loadBalancers, {
    ...given,
    settled_at: world.after(world.settings.balancerSeconds),
  });
  return created(loadBalancers.view(balancer, world));
}

function updateLoadBalancer({ world, target, body }: Call): Answer {
  const balancer = world.require(loadBalancers, target);
  const refused = `load balancer "${target}" was not changed`;
  const { region, ...changes } = body(namingAlgorithm(LoadBalancerChange, world), refused);
  if (region !== undefined && region !== balancer.region) {
    throw world.refusal("invalid", `${refused}: its "region" stays "${balancer.region}"`);
  }
  refuseTakenName(world, loadBalancers, { ...balancer, ...changes });
  requireReferences(world, { ...balancer, ...changes });
  return ok(loadBalancers.view(world.objects.update(loadBalancers, balancer, changes), world));
}

/** The schema for bodies that call the algorithm by the field name assumed for it. */
function namingAlgorithm<T>(schema: z.ZodType<T>, { assumptions }: World): z.ZodType<T> {
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

function requireReferences(
  world: World,
  balancer: Pick<LoadBalancer, "backend_instances" | "forwarding_rules">,
): void {
  for (const id of balancer.backend_instances) world.require(references.instance, id);
  for (const { certificate_id } of balancer.forwarding_rules) {
    if (certificate_id !== undefined) world.require(references.certificate, certificate_id);
  }
}
