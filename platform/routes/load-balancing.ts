import { z } from "zod";
import type { Assumptions } from "../../contract/assumptions.ts";
import { endpoints } from "../../contract/endpoints.ts";
import { findRoute } from "../../contract/routes.ts";
import { type Answer, created, ok, removed } from "../answer.ts";
import { sha256 } from "../hash.ts";
import { certificates } from "../kinds/certificate.ts";
import { instances } from "../kinds/instance.ts";
import { changeableFields, loadBalancers } from "../kinds/load-balancer.ts";
import { type Call, deleting, listing, type Route, reading, route } from "../route.ts";
import { refuseTakenName, type World } from "../world.ts";

const LoadBalancer = z.strictObject({
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

function pem(label: string) {
  return z
    .string()
    .regex(new RegExp(`-----BEGIN [A-Z ]*${label}-----`), `not PEM text of a ${label}`);
}

const Certificate = z.strictObject({
  name: z.string().min(1),
  private_key: pem("PRIVATE KEY"),
  certificate: pem("CERTIFICATE"),
  certificate_chain: pem("CERTIFICATE").nullable().default(null),
});

/** Load balancers and their certificates (spec 2.9). */
export function loadBalancingRoutes(assumptions: Assumptions): readonly Route[] {
  const { loadBalancer, certificate } = endpoints;
  return [
    ...route(loadBalancer.create, createLoadBalancer),
    ...route(findRoute("loadBalancer", "list", assumptions), listing(loadBalancers)),
    ...route(findRoute("loadBalancer", "get", assumptions), reading(loadBalancers)),
    ...route(findRoute("loadBalancer", "update", assumptions), updateLoadBalancer),
    ...route(findRoute("loadBalancer", "delete", assumptions), deleting(loadBalancers)),
    ...route(certificate.create, createCertificate),
    ...route(findRoute("certificate", "list", assumptions), listing(certificates)),
    ...route(findRoute("certificate", "get", assumptions), reading(certificates)),
    ...route(findRoute("certificate", "delete", assumptions), deleteCertificate),
  ];
}

function createLoadBalancer({ world, body }: Call): Answer {
  const given = body(namingAlgorithm(LoadBalancer, world), "load balancer was not created");
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
  balancer: Pick<z.infer<typeof LoadBalancer>, "backend_instances" | "forwarding_rules">,
): void {
  for (const id of balancer.backend_instances) world.require(instances, id);
  for (const { certificate_id } of balancer.forwarding_rules) {
    if (certificate_id !== undefined) world.require(certificates, certificate_id);
  }
}

function createCertificate({ world, body }: Call): Answer {
  const { private_key, ...given } = body(Certificate, "certificate was not created");
  refuseTakenName(world, certificates, given);
  const certificate = world.objects.insert(certificates, {
    ...given,
    private_key_sha256: sha256(private_key),
  });
  return created(certificates.view(certificate, world));
}

function deleteCertificate({ world, target }: Call): Answer {
  const certificate = world.require(certificates, target);
  const user = world.objects
    .list(loadBalancers)
    .find((balancer) => balancer.forwarding_rules.some((rule) => rule.certificate_id === target));
  if (user !== undefined && world.assumptions["platform.certificatesInUse"]) {
    throw world.refusal(
      "conflict",
      `certificate "${target}" was not deleted: load balancer "${user.id}" uses it`,
    );
  }
  world.objects.remove(certificates, certificate.id);
  return removed;
}
