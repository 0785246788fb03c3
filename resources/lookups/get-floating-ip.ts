import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import type { IdOf } from "../../provider/definition/definition.ts";
import { defineLookup } from "../../provider/definition/lookup.ts";
import type { GetFloatingIpOutputArgs } from "../_arguments.ts";
import type { FloatingIp } from "../network/floating-ip.ts";
import { type LookupOptions, lookUpOne, lookUpOneOutput } from "./lookup.ts";

/** Arguments of {@link getFloatingIp}: `id` or `ip`. */
export interface GetFloatingIpArgs {
  /** Id of the floating IP; the twin also takes the `FloatingIp`. */
  id?: IdOf<FloatingIp> | undefined;
  /** The address itself. */
  ip?: string | undefined;
}

/** What {@link getFloatingIp} answers; what the answer lacks is left out (spec 4 note 1). */
export interface GetFloatingIpResult {
  id?: string;
  ip?: string;
  region?: string;
}

const shape = z.object({
  id: z.string(),
  ip: z.string(),
  region: z.string(),
});

/** See {@link getFloatingIp}. */
export const floatingIpLookup = defineLookup({
  area: "network",
  name: "getFloatingIp",
  kind: "floatingIp",
  verb: "list",
  by: ["id", "ip"],
  shape,
});

/** Finds a floating IP by its id or address, in the list of all (spec 4.2). */
export async function getFloatingIp(
  args: GetFloatingIpArgs,
  opts?: LookupOptions,
): Promise<GetFloatingIpResult> {
  return lookUpOne(floatingIpLookup, args, opts);
}

/** The twin of {@link getFloatingIp} for arguments that are not known yet. */
export function getFloatingIpOutput(
  args: GetFloatingIpOutputArgs,
  opts?: LookupOptions,
): pulumi.Output<GetFloatingIpResult> {
  return lookUpOneOutput(floatingIpLookup, args, opts);
}
