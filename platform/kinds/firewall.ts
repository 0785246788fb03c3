import { z } from "zod";
import { hasHostBits, isCidr } from "../../contract/values/cidr.ts";
import { parsePortRange } from "../../contract/values/port.ts";
import { type Answer, created, ok } from "../http/answer.ts";
import { type Call, deleting, listing, reading } from "../http/route.ts";
import { defineKind } from "../kind.ts";
import { otherFields } from "../other-fields.ts";
import { refuseTakenName } from "../world.ts";

const Range = z.string().refine((text) => isCidr(text) && !hasHostBits(text), {
  error: "a CIDR without host bits, like 10.0.0.0/24",
});
const Ports = z.string().refine((text) => parsePortRange(text) !== undefined, {
  error: "a port or a range of ports, like 8000-8100",
});

/** A rule, where the platform takes any object as one. */
const AnyRule = z.record(z.string(), z.json());

/** One rule. The spec shows none of it, so what else it holds is kept as it is. */
const Rule = z
  .object({
    protocol: z.enum(["tcp", "udp", "icmp"]),
    ports: z.array(Ports).exactOptional(),
    sources: z.array(Range).exactOptional(),
    destinations: z.array(Range).exactOptional(),
    description: z.string().exactOptional(),
  })
  .catchall(z.json())
  .refine(({ protocol, ports = [] }) => protocol !== "icmp" || ports.length === 0, {
    error: "icmp has no ports",
  });

/** The rules of both directions. */
const ruleFields = {
  inbound: z.array(
    Rule.refine(({ destinations }) => destinations === undefined, {
      error: "an inbound rule has sources, not destinations",
    }),
  ),
  outbound: z.array(
    Rule.refine(({ sources }) => sources === undefined, {
      error: "an outbound rule has destinations, not sources",
    }),
  ),
};

const Firewall = z.object({
  name: z.string(),
  inbound: z.array(AnyRule),
  outbound: z.array(AnyRule),
  /** Fields of its bodies besides the ones we know. */
  others: z.record(z.string(), z.json()),
});

const Name = z.string().min(1);

/** Firewall policies (spec 2.5). */
export const firewalls = defineKind({
  kind: "firewall",
  noun: "firewall policy",
  idPrefix: "fw_",
  record: Firewall,
  view: ({ id, name, inbound, outbound, others }, { assumptions }) => ({
    ...others,
    id,
    name,
    [assumptions["fields.inbound"]]: inbound,
    [assumptions["fields.outbound"]]: outbound,
  }),
  serve: (self) => ({
    list: listing(self),
    create: createFirewall,
    get: reading(self),
    update: updateFirewall,
    delete: deleting(self),
  }),
});

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
  refuseTakenName(world, firewalls, { ...policy, name });
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
  const isAny = call.world.choice("firewalls.rules") === "any";
  const rules = isAny ? { inbound: z.array(AnyRule), outbound: z.array(AnyRule) } : ruleFields;
  const In = z.object({ [inbound]: rules.inbound.exactOptional() });
  const Out = z.object({ [outbound]: rules.outbound.exactOptional() });
  return {
    inbound: call.body(In, refused)[inbound],
    outbound: call.body(Out, refused)[outbound],
    others: otherFields(call, refused, ["name", inbound, outbound]),
  };
}
