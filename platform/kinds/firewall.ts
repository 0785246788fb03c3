import { z } from "zod";
import { hasHostBits, isCidr } from "../../contract/values/address.ts";
import { parsePortRange } from "../../contract/values/port.ts";
import { type Answer, created, type JsonObject, ok } from "../http/answer.ts";
import { type Call, deleting, listing, reading } from "../http/route.ts";
import { defineKind } from "../kind.ts";
import { type LazySchema, lazySchema } from "../lazy-schema.ts";
import { otherFields } from "../other-fields.ts";
import { fields, optional, stated } from "../rules/stated.ts";
import { shape } from "../store/objects.ts";
import { refuseTakenName } from "../world.ts";

const range = () =>
  z.string().refine((text) => isCidr(text) && !hasHostBits(text), {
    error: "a CIDR without host bits, like 10.0.0.0/24",
  });
const ports = () =>
  z.string().refine((text) => parsePortRange(text) !== undefined, {
    error: "a port or a range of ports, like 8000-8100",
  });

/** A field of a rule: none is shown. */
function ours<S extends z.ZodType>(schema: S) {
  return stated(schema, "firewalls.rules");
}

/** Rules, where the platform takes any object as one. */
const AnyRules = lazySchema(() => z.array(z.record(z.string(), z.json())));

/** One rule. The spec shows none of it, so what else it holds is kept as it is. */
const rule = () =>
  fields({
    protocol: ours(z.enum(["tcp", "udp", "icmp"])),
    ports: ours(z.array(ports()).exactOptional()),
    sources: ours(z.array(range()).exactOptional()),
    destinations: ours(z.array(range()).exactOptional()),
    description: ours(z.string().exactOptional()),
  })
    .catchall(z.json())
    .refine(({ protocol, ports = [] }) => protocol !== "icmp" || ports.length === 0, {
      error: "icmp has no ports",
    });

const InboundRules = lazySchema(() =>
  z.array(
    rule().refine(({ destinations }) => destinations === undefined, {
      error: "an inbound rule has sources, not destinations",
    }),
  ),
);
const OutboundRules = lazySchema(() =>
  z.array(
    rule().refine(({ sources }) => sources === undefined, {
      error: "an outbound rule has destinations, not sources",
    }),
  ),
);

interface Firewall {
  readonly name: string;
  readonly inbound: JsonObject[];
  readonly outbound: JsonObject[];
  /** Fields of its bodies besides the ones we know. */
  readonly others: JsonObject;
}

const name = () => stated(z.string().min(1), "2.5: Its fields: not shown.");
const Created = lazySchema(() => fields({ name: name() }).strip());
const Changed = lazySchema(() => fields({ name: optional(name()) }).strip());

/** Firewall policies (spec 2.5). */
export const firewalls = defineKind({
  kind: "firewall",
  noun: "firewall policy",
  idPrefix: "fw_",
  record: shape<Firewall>(),
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
  const { name } = body(Created, refused);
  const { inbound = [], outbound = [], others } = policyIn(call, refused);
  refuseTakenName(world, firewalls, { name });
  const policy = world.objects.insert(firewalls, { name, inbound, outbound, others });
  return created(firewalls.view(policy, world));
}

function updateFirewall(call: Call): Answer {
  const { world, target, body } = call;
  const policy = world.require(firewalls, target);
  const refused = `firewall policy "${target}" was not changed`;
  const { name = policy.name } = body(Changed, refused);
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

const shownRules = "2.5: Firewall policy: holds inbound and outbound rules.";

/** The rules of a body by the names assumed for them, and what else it holds. */
function policyIn(call: Call, refused: string) {
  const { "fields.inbound": inbound, "fields.outbound": outbound } = call.world.assumptions;
  const isAny = call.world.choice("firewalls.rules") === "any";
  const rulesIn = (field: string, Rules: LazySchema<JsonObject[]>) => {
    const rules = stated(Rules().exactOptional(), shownRules, "firewalls.rules");
    const schema = () => fields({ [field]: rules }).strip();
    return call.body(schema, refused)[field];
  };
  return {
    inbound: rulesIn(inbound, isAny ? AnyRules : InboundRules),
    outbound: rulesIn(outbound, isAny ? AnyRules : OutboundRules),
    others: otherFields(call, refused, ["name", inbound, outbound]),
  };
}
