import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { endpoints } from "../../contract/endpoints.ts";
import { defineLookup } from "../../provider/definition/lookup.ts";
import { firewall, type InboundRule, type OutboundRule, ruleShapes } from "../network/firewall.ts";
import { type LookupOptions, lookUpList, lookUpListOutput } from "./lookup.ts";

/** A firewall policy as the platform lists it. The spec does not show the fields of a listed one: what the answer lacks is left out (spec 4 note 1). */
export interface FirewallInfo {
  id?: string;
  name?: string;
  inbound?: InboundRule[];
  outbound?: OutboundRule[];
}

/** What {@link getFirewalls} answers. */
export interface GetFirewallsResult {
  firewalls: FirewallInfo[];
}

const shape = z.object({
  id: z.string(),
  name: z.string(),
  inbound: z.array(ruleShapes.inbound),
  outbound: z.array(ruleShapes.outbound),
});

/** See {@link getFirewalls}. */
export const firewallsLookup = defineLookup({
  area: "network",
  name: "getFirewalls",
  list: "firewalls",
  endpoint: endpoints.firewall.list,
  interpret: firewall.interpret,
  shape,
});

/** Lists firewall policies (spec 4.1). */
export async function getFirewalls(
  args: Record<never, never> = {},
  opts?: LookupOptions,
): Promise<GetFirewallsResult> {
  return { firewalls: await lookUpList(firewallsLookup, args, opts) };
}

/** The twin of {@link getFirewalls} for programs that work with outputs. */
export function getFirewallsOutput(
  args: Record<never, never> = {},
  opts?: LookupOptions,
): pulumi.Output<GetFirewallsResult> {
  return lookUpListOutput(firewallsLookup, args, opts).apply((firewalls) => ({ firewalls }));
}
