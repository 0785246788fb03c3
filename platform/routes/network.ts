import { z } from "zod";
import type { Assumptions } from "../../contract/assumptions.ts";
import { endpoints } from "../../contract/endpoints.ts";
import { findRoute } from "../../contract/routes.ts";
import { hasHostBits, isCidr } from "../../contract/values/cidr.ts";
import { type Answer, created, ok } from "../answer.ts";
import { firewalls, ruleFields } from "../kinds/firewall.ts";
import { networks } from "../kinds/network.ts";
import { otherFields } from "../other-fields.ts";
import { type Call, deleting, listing, type Route, reading, route } from "../route.ts";
import { refuseTakenName } from "../world.ts";

const Network = z.strictObject({
  name: z.string().min(1),
  description: z.string().nullable().default(null),
  config: z
    .object({
      "ipv4.address": z
        .string()
        .refine((text) => isCidr(text) && !text.includes(":") && !hasHostBits(text), {
          error: "an IPv4 CIDR without host bits, like 10.0.0.0/24",
        })
        .exactOptional(),
    })
    .catchall(z.json())
    .default({}),
});

const Name = z.string().min(1);

/** Private networks and firewall policies (spec 2.5). */
export function networkRoutes(assumptions: Assumptions): readonly Route[] {
  const { network, firewall } = endpoints;
  return [
    ...route(network.list, listing(networks)),
    ...route(network.create, createNetwork),
    ...route(findRoute("network", "get", assumptions), reading(networks)),
    ...route(findRoute("network", "delete", assumptions), deleting(networks)),
    ...route(firewall.list, listing(firewalls)),
    ...route(firewall.create, createFirewall),
    ...route(findRoute("firewall", "get", assumptions), reading(firewalls)),
    ...route(findRoute("firewall", "update", assumptions), updateFirewall),
    ...route(findRoute("firewall", "delete", assumptions), deleting(firewalls)),
  ];
}

function createNetwork({ world, body }: Call): Answer {
  const given = body(Network, "network was not created");
  refuseTakenName(world, networks, given);
  return created(networks.view(world.objects.insert(networks, given), world));
}

function createFirewall(call: Call): Answer {
  const { world, body } = call;
  const refused = "firewall policy was not created";
  const { name } = body(z.object({ name: Name }), refused);
  const { inbound = [], outbound = [], others } = policyIn(call, refused);
  refuseTakenName(world, firewalls, { name });
  const policy = world.objects.insert(firewalls, { name, inbound, outbound, others });
  return created(firewalls.view(policy, world));
}

function updateFirewall(call: Call): Answer {
  const { world, target, body } = call;
  const policy = world.require(firewalls, target);
  const refused = `firewall policy "${target}" was not changed`;
  const { name = policy.name } = body(z.object({ name: Name.exactOptional() }), refused);
  const { inbound = policy.inbound, outbound = policy.outbound, others } = policyIn(call, refused);
  refuseTakenName(world, firewalls, { name, id: policy.id });
  const changed = world.objects.update(firewalls, policy, {
    name,
    inbound,
    outbound,
    others: { ...policy.others, ...others },
  });
  return ok(firewalls.view(changed, world));
}

/** The rules of a body by the names assumed for them, and what else it holds. */
function policyIn(call: Call, refused: string) {
  const { "fields.inbound": inbound, "fields.outbound": outbound } = call.world.assumptions;
  const In = z.object({ [inbound]: ruleFields.inbound.exactOptional() });
  const Out = z.object({ [outbound]: ruleFields.outbound.exactOptional() });
  return {
    inbound: call.body(In, refused)[inbound],
    outbound: call.body(Out, refused)[outbound],
    others: otherFields(call, refused, ["name", inbound, outbound]),
  };
}
