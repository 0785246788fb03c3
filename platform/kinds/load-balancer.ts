import { z } from "zod";
import { limits } from "../../contract/limits.ts";
import { publicIpv4 } from "../addresses.ts";
import type { JsonObject } from "../answer.ts";
import type { Stored } from "../objects.ts";
import { defineKind, type World } from "../world.ts";

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
export const changeableFields = {
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

/** Load balancers (spec 2.9). */
export const loadBalancers = defineKind<LoadBalancer>({
  kind: "loadBalancer",
  noun: "load balancer",
  record: LoadBalancer,
  view: viewLoadBalancer,
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
