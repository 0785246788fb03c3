import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { endpoints } from "../../contract/endpoints.ts";
import { defineResource, type IdOf } from "../../provider/definition/definition.ts";
import { idOf } from "../../provider/definition/id-of.ts";
import {
  type Attributes,
  type DeclaredResource,
  type ResourceClass,
  resourceClass,
} from "../../provider/definition/resource-class.ts";
import type { LookupResult, Observed, Session } from "../../provider/definition/session.ts";
import { HostingError } from "../../provider/errors.ts";
import type { VolumeAttachmentArgs } from "../_arguments.ts";
import type { Instance } from "../compute/instance.ts";
import type { Volume } from "./volume.ts";

/** Inputs of a {@link VolumeAttachment} (spec 4.2). */
export interface VolumeAttachmentInputs {
  /** Volume to attach (`vol_…`). Changing it detaches, then attaches. */
  volumeId: IdOf<Volume>;
  /**
   * Instance it appears in as a block device (`inst_…`), which has to mount it. Changing it detaches
   * while the old one runs, then attaches: stop the old one first, or its unwritten data is lost.
   */
  instanceId: IdOf<Instance>;
}

/** A {@link VolumeAttachment} has no outputs besides its inputs. */
export type VolumeAttachmentOutputs = Record<never, never>;

export const volumeAttachment = defineResource<VolumeAttachmentInputs, VolumeAttachmentOutputs>()({
  type: "storage:VolumeAttachment",
  kind: "volume",
  noun: "volume attachment",
  joins: { from: "instanceId", to: "volumeId", word: "attach" },
  inputs: z.object({ volumeId: idOf("volume"), instanceId: idOf("instance") }),
  outputs: z.object({}),
  changes: { volumeId: { on: "replace" }, instanceId: { on: "replace" } },
  gaps: ["A path to read the volume and so the attachment (spec 4 note 4)."],
  create: { id: "{volumeId}/{instanceId}", send: attach },
  observe: (session, { id }) => observe(session, id),
  ready: () => ({ ready: true }),
  remove: async (session, { id }) => {
    const look = () => observe(session, id);
    if ((await look()).outcome === "gone") return "gone";
    const [volumeId] = partsOf(id);
    return session.takeAway(endpoints.volume.detach, { params: { volume_id: volumeId } }, look);
  },
});

/** A volume in an instance. Moving it detaches first: a volume is in one instance at a time (spec 3). */
export interface VolumeAttachment
  extends pulumi.CustomResource,
    Attributes<VolumeAttachmentInputs, VolumeAttachmentOutputs> {}

export const VolumeAttachment: ResourceClass<VolumeAttachmentArgs, VolumeAttachment> =
  resourceClass<VolumeAttachmentInputs, VolumeAttachmentOutputs>()(volumeAttachment, declare);

/** With `replaceWith` and `deletedWith` the engine asks no comparison for the order, and would attach first. */
function declare({ args, opts }: DeclaredResource): DeclaredResource {
  return { args, opts: { deleteBeforeReplace: true, ...opts } };
}

function partsOf(id: string): [volumeId: string, instanceId: string] {
  const [volumeId = "", instanceId = ""] = id.split("/");
  return [volumeId, instanceId];
}

/** The attachment is there while the volume names the instance. */
async function observe(session: Session, id: string): Promise<LookupResult> {
  const [volumeId, instanceId] = partsOf(id);
  const result = await session.lookUp("volume", volumeId);
  if (result.outcome !== "seen") return result;
  const holder = holderOf(result.observed, session);
  if (holder === undefined) {
    // Without the id: it is said once for all attachments.
    const why = `"${session.assumptions[field]}" of a volume does not say where it is attached: set ${field} in hosting:assumptions to the field that does`;
    return { outcome: "unreadable", why };
  }
  return holder === instanceId
    ? { ...result, observed: { volumeId, instanceId } }
    : { outcome: "gone" };
}

const field = "fields.instanceId";

/** The instance that has the volume, by its id or as an object with it; undefined where nothing tells (spec 4 note 1). */
function holderOf(volume: Observed, { assumptions }: Session): string | null | undefined {
  const shown = volume[assumptions[field]];
  const holder = Object(shown)["id"] ?? shown;
  return typeof holder === "string" || holder === null ? holder || null : undefined;
}

async function attach(
  session: Session,
  { volumeId, instanceId }: VolumeAttachmentInputs,
): Promise<null> {
  const request = { params: { volume_id: volumeId }, body: { instance_id: instanceId } };
  try {
    await session.call(endpoints.volume.attach, request);
    return null;
  } catch (error) {
    if (!HostingError.isInstance(error) || error.code !== "refused") throw error;
    const result = await session.lookUp("volume", volumeId);
    const holder = result.outcome === "seen" ? holderOf(result.observed, session) : undefined;
    if (holder === instanceId) return null;
    if (typeof holder !== "string") throw error;
    throw new HostingError(
      "refused",
      `${session.subject} was not created: ${volumeId} is attached to ${holder}. If nothing uses it there, as after an interrupted run, detach it in the console; then run \`pulumi up\` again.`,
    );
  }
}
