import type * as pulumi from "@pulumi/pulumi";
import type { IdOf } from "../../provider/definition/definition.ts";
import { defineLookup } from "../../provider/definition/lookup.ts";
import type { GetFirewallOutputArgs } from "../_arguments.ts";
import { type Firewall, firewall } from "../network/firewall.ts";
import { type FirewallInfo, firewallInfo } from "./get-firewalls.ts";
import { type LookupOptions, lookUpOne, lookUpOneOutput } from "./lookup.ts";

/** Arguments of {@link getFirewall}: `id` or `name`. */
export interface GetFirewallArgs {
  /** Id of the firewall policy; the twin also takes the `Firewall`. */
  id?: IdOf<Firewall> | undefined;
  /** Name of the firewall policy. */
  name?: string | undefined;
}

/** What {@link getFirewall} answers. */
export type GetFirewallResult = FirewallInfo;

/** See {@link getFirewall}. */
export const firewallLookup = defineLookup({
  area: "network",
  name: "getFirewall",
  kind: "firewall",
  verb: "list",
  by: ["id", "name"],
  interpret: firewall.interpret,
  shape: firewallInfo,
});

/** Finds a firewall policy by its id or name, in the list of all (spec 4.1). */
export async function getFirewall(
  args: GetFirewallArgs,
  opts?: LookupOptions,
): Promise<GetFirewallResult> {
  return lookUpOne(firewallLookup, args, opts);
}

/** The twin of {@link getFirewall} for arguments that are not known yet. */
export function getFirewallOutput(
  args: GetFirewallOutputArgs,
  opts?: LookupOptions,
): pulumi.Output<GetFirewallResult> {
  return lookUpOneOutput(firewallLookup, args, opts);
}
