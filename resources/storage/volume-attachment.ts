import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { endpoints } from "../../contract/endpoints.ts";
import { idPrefixes } from "../../contract/ids.ts";
import { defineResource, type IdOf } from "../../provider/definition/definition.ts";
import {
  type Attributes,
  type ResourceClass,
  resourceClass,
} from "../../provider/definition/resource-class.ts";
import type { Observed, Session, Sighting } from "../../provider/definition/session.ts";
import { HostingError } from "../../provider/errors.ts";
import type { VolumeAttachmentArgs } from "../_arguments.ts";
import type { Instance } from "../compute/instance.ts";
import type { Volume } from "./volume.ts";

/** Inputs of a {@link VolumeAttachment} (spec 4.2). */
export interface VolumeAttachmentInputs {
  /** Volume to attach (`vol_…`). Changing it detaches, then attaches. */
  volumeId: IdOf<Volume>;
  /** Instance it appears in as a block device (`inst_…`). Changing it detaches, then attaches. */
  instanceId: IdOf<Instance>;
}

/** A {@link VolumeAttachment} has no outputs besides its inputs. */
export type VolumeAttachmentOutputs = Record<never, never>;

export const volumeAttachment = defineResource<VolumeAttachmentInputs, VolumeAttachmentOutputs>()({
  type: "storage:VolumeAttachment",
  kind: "volume",
  noun: "volume attachment",
  inputs: z.object({ volumeId: z.string().min(1), instanceId: z.string().min(1) }),
  outputs: z.object({}),
  changes: { volumeId: { on: "replace" }, instanceId: { on: "replace" } },
  gaps: ["A path to read the volume and so the attachment (spec 4 note 4)."],
  create: { id: "{volumeId}/{instanceId}", send: attach },
  observe: (session, { id }) => observe(session, ...partsOf(id)),
  ready: () => ({ ready: true }),
  remove: async (session, { id }) => {
    const [volumeId, instanceId] = partsOf(id);
    const sighting = await observe(session, volumeId, instanceId);
    if (sighting.outcome === "gone") return;
    const request = { params: { volume_id: volumeId } };
    await session.takeAway(endpoints.volume.detach, request, () =>
      lookForMention(session, volumeId, instanceId),
    );
  },
});

/** A volume in an instance. Moving it detaches first: a volume is in one instance at a time (spec 3). */
export interface VolumeAttachment
  extends pulumi.CustomResource,
    Attributes<VolumeAttachmentInputs, VolumeAttachmentOutputs> {}

export const VolumeAttachment: ResourceClass<VolumeAttachmentArgs, VolumeAttachment> =
  resourceClass<VolumeAttachmentInputs, VolumeAttachmentOutputs>()(volumeAttachment);

function partsOf(id: string): [volumeId: string, instanceId: string] {
  const [volumeId = "", instanceId = ""] = id.split("/");
  return [volumeId, instanceId];
}

/** The attachment is there while the volume names the instance, whatever the field is (spec 4 note 1). */
async function observe(session: Session, volumeId: string, instanceId: string): Promise<Sighting> {
  const sighting = await lookForMention(session, volumeId, instanceId);
  if (sighting.outcome !== "gone" || sighting.isCertain) return sighting;
  return { outcome: "unreadable" };
}

/** A volume that does not name the instance may not show what it is attached to at all. */
async function lookForMention(
  session: Session,
  volumeId: string,
  instanceId: string,
): Promise<Sighting & { readonly isCertain?: boolean }> {
  const sighting = await session.lookUp("volume", volumeId);
  if (sighting.outcome === "gone") return { outcome: "gone", isCertain: true };
  if (sighting.outcome !== "seen") return sighting;
  const { isIn, isCertain } = placeOf(sighting.observed, instanceId);
  return isIn
    ? { ...sighting, observed: { volumeId, instanceId } }
    : { outcome: "gone", isCertain };
}

/** What a volume says of where it is. */
interface Place {
  readonly isIn: boolean;
  readonly isCertain: boolean;
  /** The machine that it is in. */
  readonly holder?: unknown;
}

/** What it was attached to before may be shown as well, so what names the present counts first. */
function placeOf(observed: Observed, instanceId: string): Place {
  const { instance_id: holder } = observed;
  if (typeof holder === "string" || holder === null) {
    const isIn = typeof holder === "string" && names(holder, instanceId);
    return { isIn, isCertain: true, holder };
  }
  const texts = textsIn(observed).filter(({ path }) => !wish.test(path));
  const present = texts.filter(({ path }) => !past.test(path));
  const [other] = present.filter(isPlace).flatMap(({ text }) => machineIn(text) ?? []);
  const isHere = ({ text }: Text) => names(text, instanceId);
  const isCertain = present.some(isHere) || other !== undefined;
  const isIn = (other === undefined ? texts : present).some(isHere);
  return { isIn, isCertain, holder: isIn ? instanceId : other };
}

const placeWords = /attach|instance|server|machine|mount|used_?by/i;
const past =
  /[._](last|prev\w*|former\w*|old|hist\w*|source|origin\w*|from|creat\w*|parent|snapshots?|backups?|events?)(?![a-z])/;
/** Where it may be one day. */
const wish = /allow|permit|eligib|compatib|candidate|availab|attachable|reserved/i;
/** A list of machines tells where the volume is if it is called by nothing but that. */
const plainList = /attach|(^|\.)(instance|server|machine)(_?ids?|s)\.\d+(\.|$)/i;

function isPlace({ path, isOneOfMany }: Text): boolean {
  return placeWords.test(path) && (!isOneOfMany || plainList.test(path));
}

/** The spec shows the ids of instances alone (spec 2.2); a server's are taken to look like them. */
const machinePrefixes = [idPrefixes.instance ?? "inst_", "srv_"];

/** The machine that a text names, by itself or in a link. */
function machineIn(text: string): string | undefined {
  const named = /\/(?:instances|servers|machines)\/([^/?#:]+)/i.exec(text)?.[1] ?? text;
  const isOne = machinePrefixes.some((prefix) => named.toLowerCase().startsWith(prefix));
  return isOne && segmentsOf(named).length === 1 ? named : undefined;
}

/** A platform may write an id in another case. */
function names(text: string, instanceId: string): boolean {
  return segmentsOf(text).some((segment) => segment.toLowerCase() === instanceId.toLowerCase());
}

/** The text itself, or the parts of a link. */
function segmentsOf(text: string): readonly string[] {
  return text.split(/[/:?#]/);
}

interface Text {
  /** The fields it stands in, outermost first. */
  readonly path: string;
  readonly text: string;
  /** True inside of a list with others. */
  readonly isOneOfMany: boolean;
}

function textsIn(value: unknown, path = "", isOneOfMany = false): readonly Text[] {
  if (typeof value === "string") return [{ path, text: value, isOneOfMany }];
  if (typeof value !== "object" || value === null) return [];
  const areMany = isOneOfMany || (Array.isArray(value) && value.length > 1);
  return Object.entries(value).flatMap(([key, part]) => textsIn(part, `${path}.${key}`, areMany));
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
    const sighting = await session.lookUp("volume", volumeId);
    const observed = sighting.outcome === "seen" ? sighting.observed : {};
    const { isIn, holder } = placeOf(observed, instanceId);
    if (isIn) return null;
    if (typeof holder !== "string") throw error;
    throw new HostingError(
      "refused",
      `${session.subject} was not created: ${volumeId} is attached to ${holder}. If nothing uses it there, as after an interrupted run, detach it in the console; then run \`pulumi up\` again.`,
    );
  }
}
