import { z } from "zod";
import { publicIpv4 } from "../addresses.ts";
import { type Answer, created, type JsonObject, ok } from "../http/answer.ts";
import { type Call, deleting, listing, reading } from "../http/route.ts";
import { defineKind } from "../kind.ts";
import { type LazySchema, lazySchema, type OutputOf } from "../lazy-schema.ts";
import { references, requireReachable } from "../references.ts";
import { fields, optional, stated } from "../rules/stated.ts";
import { type Stored, shape } from "../store/objects.ts";
import { refuseTakenName, type World } from "../world.ts";
import { ForwardingRule, HealthCheck, refuseByChoice, wholeCheck } from "./balancer-rules.ts";

/** The fields of spec 2.9 that can change; which route changes them is an assumption. */
const changeableFields = () => ({
  name: stated(z.string().min(1), "2.9: name string yes"),
  forwarding_rules: stated(
    z
      .array(ForwardingRule())
      .min(1)
      .refine((rules) => new Set(rules.map((rule) => rule.entry_port)).size === rules.length, {
        error: "an entry_port stands in two rules",
      }),
    "2.9: forwarding_rules array of rule yes see below",
    "refusals.invalid",
  ),
  health_check: stated(HealthCheck(), "2.9: health_check object yes see below"),
  backend_instances: stated(
    z.array(z.string()),
    "2.9: backend_instances array of instance ids yes",
  ),
  algorithm: algorithm(z.enum(["round_robin", "least_connections", "ip_hash"])),
});

function algorithm<S extends z.ZodType>(schema: S) {
  return stated(schema, "fields.algorithm", "2.9: round_robin (default");
}

export interface LoadBalancer extends OutputOf<typeof NewLoadBalancer> {
  /** When its creation is done and it has its address. */
  readonly settled_at: number;
}
type LoadBalancerFields = Omit<LoadBalancer, "settled_at">;

const NewLoadBalancer = lazySchema(() => {
  const changeable = changeableFields();
  return fields({
    ...changeable,
    region: stated(z.string().min(1), "2.9: region string yes"),
    // spec 2.9: the default algorithm
    algorithm: algorithm(changeable.algorithm.default("round_robin")),
  });
});

const LoadBalancerChange = lazySchema(() => {
  const { name, forwarding_rules, health_check, backend_instances, algorithm } = changeableFields();
  return fields({
    region: stated(z.string().exactOptional(), "2.9: region string yes"),
    name: optional(name),
    forwarding_rules: optional(forwarding_rules),
    health_check: optional(health_check),
    backend_instances: optional(backend_instances),
    algorithm: optional(algorithm),
  });
});

/** Load balancers (spec 2.9). */
export const loadBalancers = defineKind({
  kind: "loadBalancer",
  noun: "load balancer",
  idPrefix: "lb_",
  record: shape<LoadBalancer>(),
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
    [assumptions["fields.status"]]: settled
      ? world.readyWord("active")
      : world.busyWord("provisioning"),
    [assumptions["fields.ipAddresses"]]: settled ? [publicIpv4(serial)] : [],
  };
}

function createLoadBalancer({ world, body }: Call): Answer {
  const refused = "load balancer was not created";
  const given = body(namingAlgorithm(NewLoadBalancer, world), refused);
  refuseByChoice(given, world, refused);
  refuseTakenName(world, loadBalancers, given);
  requireReferences(given, { world, refused });
  const balancer = world.objects.insert(loadBalancers, {
    ...given,
    health_check: wholeCheck(given.health_check),
    settled_at: world.after(world.settings.balancerSeconds),
  });
  return created(loadBalancers.view(balancer, world));
}

function updateLoadBalancer({ world, target, body }: Call): Answer {
  const balancer = world.require(loadBalancers, target);
  const refused = `load balancer "${target}" was not changed`;
  const { region, ...changes } = body(namingAlgorithm(LoadBalancerChange, world), refused);
  if (region !== undefined && region !== balancer.region) {
    const error = `${refused}: its "region" stays "${balancer.region}"`;
    throw world.refusal("invalid", "routes.loadBalancer.update", error);
  }
  const after = { ...balancer, ...changes };
  refuseByChoice(changes, world, refused);
  refuseTakenName(world, loadBalancers, after);
  requireReferences(after, { world, refused });
  const health_check = wholeCheck(after.health_check);
  const changed = world.objects.update(loadBalancers, balancer, { ...changes, health_check });
  return ok(loadBalancers.view(changed, world));
}

/** The schema for bodies that call the algorithm by the field name assumed for it. */
function namingAlgorithm<T>(schema: LazySchema<T>, { assumptions }: World): LazySchema<T> {
  const field = assumptions["fields.algorithm"];
  if (field === "algorithm") return schema;
  const swapped = new Map([
    [field, "algorithm"],
    ["algorithm", field],
  ]);
  const swap = (body: unknown) => {
    if (typeof body !== "object" || body === null) return body;
    return Object.fromEntries(
      Object.entries(body).map(([key, value]) => [swapped.get(key) ?? key, value]),
    );
  };
  return () => z.preprocess(swap, schema());
}

/** What a body is for. */
interface Attempt {
  readonly world: World;
  readonly refused: string;
}

/** @throws Refusal where a backend or certificate does not exist, or is out of reach. */
function requireReferences(balancer: LoadBalancerFields, { world, refused }: Attempt): void {
  const { region, backend_instances, forwarding_rules } = balancer;
  for (const id of backend_instances) requireReachable(world, id, { region, refused });
  for (const { certificate_id } of forwarding_rules) {
    if (certificate_id !== undefined) world.require(references.certificate, certificate_id);
  }
}
