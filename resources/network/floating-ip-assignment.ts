import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { endpoints } from "../../contract/endpoints.ts";
import type { Json } from "../../contract/naming.ts";
import { defineResource, type IdOf } from "../../provider/definition/definition.ts";
import { idOf } from "../../provider/definition/id-of.ts";
import {
  type Attributes,
  type ResourceClass,
  resourceClass,
} from "../../provider/definition/resource-class.ts";
import type { LookupResult, Session } from "../../provider/definition/session.ts";
import type { FloatingIpAssignmentArgs } from "../_arguments.ts";
import type { Instance } from "../compute/instance.ts";
import type { FloatingIp } from "./floating-ip.ts";

/** Inputs of a {@link FloatingIpAssignment} (spec 4.2). */
export interface FloatingIpAssignmentInputs {
  /** Floating IP to assign (`fip_…`). Changing it replaces the assignment. */
  floatingIpId: IdOf<FloatingIp>;
  /** Instance the address is routed to (`inst_…`). Changing it moves the address in one call. */
  instanceId: IdOf<Instance>;
}

/** Outputs of a {@link FloatingIpAssignment}. */
export interface FloatingIpAssignmentOutputs {
  /** The address that is routed to the instance. */
  ip: string;
}

export const floatingIpAssignment = defineResource<
  FloatingIpAssignmentInputs,
  FloatingIpAssignmentOutputs
>()({
  type: "network:FloatingIpAssignment",
  kind: "floatingIp",
  noun: "floating IP assignment",
  joins: { from: "floatingIpId", to: "instanceId", word: "assigned" },
  stable: ["ip"],
  inputs: z.object({ floatingIpId: idOf("floatingIp"), instanceId: idOf("instance") }),
  outputs: z.object({ ip: z.string() }),
  changes: { floatingIpId: { on: "replace" }, instanceId: { on: "update" } },
  gaps: ["A path to read a floating IP and so where it is assigned (spec 4 note 4)."],
  create: {
    id: "{floatingIpId}",
    send: (session, { floatingIpId, instanceId }) => assign(session, floatingIpId, instanceId),
  },
  observe: (session, { id }) => observe(session, id),
  // spec 3: assign also moves the address from another instance, so nothing is unassigned between.
  update: (session, { id, inputs }) => assign(session, id, inputs.instanceId),
  ready: () => ({ ready: true }),
  remove: async (session, { id, inputs }) => {
    const look = () => assignedTo(session, id, inputs.instanceId);
    if ((await look()).outcome === "gone") return "gone";
    return session.takeAway(endpoints.floatingIp.unassign, { params: { id } }, look);
  },
});

/** Routes a floating IP to an instance; another instance takes it over in place, within 5 seconds. */
export interface FloatingIpAssignment
  extends pulumi.CustomResource,
    Attributes<FloatingIpAssignmentInputs, FloatingIpAssignmentOutputs> {}

export const FloatingIpAssignment: ResourceClass<FloatingIpAssignmentArgs, FloatingIpAssignment> =
  resourceClass<FloatingIpAssignmentInputs, FloatingIpAssignmentOutputs>()(floatingIpAssignment);

/** Unassigned by hand means that this assignment is gone; assigned elsewhere is drift. */
async function observe(session: Session, id: string): Promise<LookupResult> {
  const result = await lookForInstance(session, id);
  if (result.outcome !== "seen") return result;
  const { instance_id: instanceId, ...rest } = result.observed;
  if (instanceId === null || instanceId === "") return { outcome: "gone" };
  return { ...result, observed: { ...rest, instance_id: instanceId, floating_ip_id: id } };
}

/**
 * An address that is somewhere else by now is no longer this assignment's, unless that is an instance
 * of the stack: a run that was killed has moved it there.
 */
async function assignedTo(session: Session, id: string, instanceId: string): Promise<LookupResult> {
  const result = await lookForInstance(session, id);
  if (result.outcome !== "seen") return result;
  const { instance_id: holder } = result.observed;
  if (typeof holder !== "string" || holder === "") return { outcome: "gone" };
  if (holder === instanceId || session.isOfStack("instance", holder)) return result;
  session.warn(`${id} stays assigned to ${holder}: the state has it at ${instanceId}.`);
  return { outcome: "gone" };
}

/** Where the instance is left out, it may be that there is none, or that it is never shown (spec 4 note 1). */
async function lookForInstance(session: Session, id: string): Promise<LookupResult> {
  const result = await session.lookUp("floatingIp", id);
  if (result.outcome !== "seen" || result.observed["instance_id"] !== undefined) return result;
  return {
    outcome: "unreadable",
    why: "the platform does not show where a floating IP is assigned",
  };
}

function assign(session: Session, id: string, instanceId: string): Promise<Json> {
  return session.call(endpoints.floatingIp.assign, {
    params: { id },
    body: { instance_id: instanceId },
  });
}
