import { z } from "zod";
import { hasHostBits, isCidr } from "../../contract/values/cidr.ts";
import { parsePortRange } from "../../contract/values/port.ts";
import { defineKind } from "../world.ts";

const Range = z.string().refine((text) => isCidr(text) && !hasHostBits(text), {
  error: "a CIDR without host bits, like 10.0.0.0/24",
});
const Ports = z.string().refine((text) => parsePortRange(text) !== undefined, {
  error: "a port or a range of ports, like 8000-8100",
});

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
export const ruleFields = {
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
  ...ruleFields,
  /** Fields of its bodies besides the ones we know. */
  others: z.record(z.string(), z.json()),
});

/** Firewall policies (spec 2.5). */
export const firewalls = defineKind<z.infer<typeof Firewall>>({
  kind: "firewall",
  noun: "firewall policy",
  record: Firewall,
  view: ({ id, name, inbound, outbound, others }, { assumptions }) => ({
    ...others,
    id,
    name,
    [assumptions["fields.inbound"]]: inbound,
    [assumptions["fields.outbound"]]: outbound,
  }),
});
