import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { defineLookup } from "../../provider/definition/lookup.ts";
import type { GetFirewallsOutputArgs } from "../_arguments.ts";
import { firewall, type InboundRule, type OutboundRule, ruleShapes } from "../network/firewall.ts";
import { type LookupOptions, lookUpList, lookUpListOutput } from "./lookup.ts";

/** A firewall policy as the platform lists it. The spec does not show the fields of a listed one: what the answer lacks is left out (spec 4 note 1). */
export interface FirewallInfo {
  id?: string;
  name?: string;
  inbound?: InboundRule[];
  outbound?: OutboundRule[];
}

/** Arguments of {@link getFirewalls}. */
export interface GetFirewallsArgs {
  /** Only those with this name; `*` is for any letters. */
  name?: string | undefined;
}

/** What {@link getFirewalls} answers. */
export interface GetFirewallsResult {
  firewalls: FirewallInfo[];
}

/** Fields that are taken of an answer. */
export const firewallInfo = z.object({
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
  kind: "firewall",
  verb: "list",
  filters: ["name"],
  interpret: firewall.interpret,
  shape: firewallInfo,
});

/** Lists firewall policies (spec 4.1). */
export async function getFirewalls(
  args: GetFirewallsArgs = {},
  opts?: LookupOptions,
): Promise<GetFirewallsResult> {
  return { firewalls: await lookUpList(firewallsLookup, args, opts) };
}

/** The twin of {@link getFirewalls} for programs that work with outputs. */
export function getFirewallsOutput(
  args: GetFirewallsOutputArgs = {},
  opts?: LookupOptions,
): pulumi.Output<GetFirewallsResult> {
  return lookUpListOutput(firewallsLookup, args, opts).apply((firewalls) => ({ firewalls }));
}
