import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { endpoints } from "../../contract/endpoints.ts";
import { defineResource } from "../../provider/definition/definition.ts";
import {
  type Attributes,
  type ResourceClass,
  resourceClass,
} from "../../provider/definition/resource-class.ts";
import type { Session, Target } from "../../provider/definition/session.ts";
import type { FloatingIpArgs } from "../_arguments.ts";

/** Inputs of a {@link FloatingIp} (spec 2.8). */
export interface FloatingIpInputs {
  /** Region the address is reserved in. Changing it is refused without `allowAddressChange`. */
  region: string;
  /** Lets a change replace the reservation, which gives up its address. */
  allowAddressChange?: boolean;
}

/** Outputs of a {@link FloatingIp}. */
export interface FloatingIpOutputs {
  /** The reserved IPv4 address. */
  ip: string;
}

export const floatingIp = defineResource<FloatingIpInputs, FloatingIpOutputs>()({
  type: "network:FloatingIp",
  kind: "floatingIp",
  noun: "floating IP",
  inputs: z.object({
    region: z.string().min(1),
    allowAddressChange: z.boolean().exactOptional(),
  }),
  outputs: z.object({ ip: z.string() }),
  changes: {
    region: {
      on: "refuse",
      isWord: true,
      unless: "allowAddressChange",
      why: "gives up its address",
    },
    allowAddressChange: { on: "ignore" },
  },
  holds: ["address"],
  gaps: ["Paths to list, read and release a floating IP (spec 4 note 4)."],
  // spec 2.8: a reserved address has no status; the answer is the whole of it.
  ready: () => ({ ready: true }),
  prepareDelete: unassign,
});

/**
 * A reserved public IPv4 address that can move between instances. It costs $2 per month while it is
 * unassigned and nothing while it is assigned to a running instance (spec 8).
 */
export interface FloatingIp
  extends pulumi.CustomResource,
    Attributes<FloatingIpInputs, FloatingIpOutputs> {}

export const FloatingIp: ResourceClass<FloatingIpArgs, FloatingIp> = resourceClass<
  FloatingIpInputs,
  FloatingIpOutputs
>()(floatingIp);

async function unassign(session: Session, { id }: Target<FloatingIpInputs>): Promise<undefined> {
  const result = await session.lookUp("floatingIp", id);
  if (result.outcome !== "seen" || !result.observed["instance_id"]) return;
  await session.call(endpoints.floatingIp.unassign, { params: { id } });
}
