import { z } from "zod";
import { hasHostBits, isCidr } from "../../contract/values/address.ts";
import { parsePortRange } from "../../contract/values/port.ts";
import { type JsonObject, shape } from "../store/index.ts";
import { type Answer, created, ok } from "./common/answer.ts";
import { type Call, deleting, listing, reading, serveKind } from "./common/kind.ts";

const range = z.string().refine((text) => isCidr(text) && !hasHostBits(text), {
  error: "a CIDR without host bits, like 10.0.0.0/24",
});
const ports = z.string().refine((text) => parsePortRange(text) !== undefined, {
  error: "a port or a range of ports, like 8000-8100",
});

/** One rule. The spec shows none of it, so its other fields are kept as they are. */
const rule = z
  .object({
    protocol: z.enum(["tcp", "udp", "icmp"]),
    ports: z.array(ports).exactOptional(),
    sources: z.array(range).exactOptional(),
    destinations: z.array(range).exactOptional(),
    description: z.string().exactOptional(),
  })
  .catchall(z.json())
  .refine(({ protocol, ports = [] }) => protocol !== "icmp" || ports.length === 0, {
    error: "icmp has no ports",
  });

const InboundRules: z.ZodType<JsonObject[]> = z.array(
  rule.refine(({ destinations }) => destinations === undefined, {
    error: "an inbound rule has sources, not destinations",
  }),
);
const OutboundRules: z.ZodType<JsonObject[]> = z.array(
  rule.refine(({ sources }) => sources === undefined, {
    error: "an outbound rule has destinations, not sources",
  }),
);

const Policy = z.object({ name: z.string().min(1) }).catchall(z.json());
const Changed = Policy.partial();

interface Firewall {
  readonly name: string;
  readonly inbound: JsonObject[];
  readonly outbound: JsonObject[];
  /** Fields of its bodies besides the ones we know: the spec does not show them (spec 4 note 2). */
  readonly others: JsonObject;
}

/** Firewall policies (spec 2.5). */
export const firewalls = serveKind({
  kind: "firewall",
  spec: "2.5",
  noun: "firewall policy",
  idPrefix: "fw_",
  record: shape<Firewall>(),
  view: ({ id, name, inbound, outbound, others }, { assumptions }) => ({
    ...others,
    ...{ id, name },
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
  const { context, body } = call;
  const refused = "firewall policy was not created";
  const { name, ...given } = body(Policy, refused);
  const policy = { name, inbound: [], outbound: [], ...partsOf(call, given, refused) };
  context.refuseTakenName(firewalls, policy);
  return created(firewalls.view(context.objects.insert(firewalls, policy), context));
}

function updateFirewall(call: Call): Answer {
  const { context, target, body } = call;
  const policy = context.require(firewalls, target);
  const refused = `firewall policy "${target}" was not changed`;
  const { name = policy.name, ...given } = body(Changed, refused);
  const { others, ...rules } = partsOf(call, given, refused);
  context.refuseTakenName(firewalls, { ...policy, name });
  const changes = { name, ...rules, others: { ...policy.others, ...others } };
  return ok(firewalls.view(context.objects.update(firewalls, policy, changes), context));
}

/** The rules of a body by the names assumed for them, and what else it holds. */
function partsOf({ context, body }: Call, given: object, refused: string) {
  const { "fields.inbound": inbound, "fields.outbound": outbound } = context.assumptions;
  const rulesIn = (name: string, rules: z.ZodType<JsonObject[]>) =>
    body(z.object({ [name]: rules.optional() }), refused)[name];
  const parts = {
    inbound: rulesIn(inbound, InboundRules),
    outbound: rulesIn(outbound, OutboundRules),
  };
  const others = Object.entries(given).filter(([name]) => ![inbound, outbound].includes(name));
  return {
    ...(parts.inbound !== undefined && { inbound: parts.inbound }),
    ...(parts.outbound !== undefined && { outbound: parts.outbound }),
    others: Object.fromEntries(others),
  };
}
