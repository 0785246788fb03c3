import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { isStatusOf, statusIn } from "../../contract/assumptions.ts";
import { endpoints } from "../../contract/endpoints.ts";
import { idPrefixes } from "../../contract/ids.ts";
import { defineResource, type IdOf } from "../../provider/definition/definition.ts";
import { idOf } from "../../provider/definition/id-of.ts";
import {
  type Attributes,
  type DeclaredResource,
  type ResourceClass,
  resourceClass,
} from "../../provider/definition/resource-class.ts";
import type {
  LookupResult,
  Observed,
  Props,
  Session,
  Target,
} from "../../provider/definition/session.ts";
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
  observe,
  ready: () => ({ ready: true }),
  remove: async (session, target) => {
    const result = await observe(session, target);
    if (result.outcome === "gone") return "gone";
    const [volumeId] = partsOf(target.id);
    const request = { params: { volume_id: volumeId } };
    return session.takeAway(endpoints.volume.detach, request, () =>
      lookForMention(session, target),
    );
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

type Attached = Pick<Target<VolumeAttachmentInputs>, "id" | "state">;

/** The attachment is there while the volume names the instance, whatever the field is (spec 4 note 1). */
async function observe(session: Session, target: Attached): Promise<LookupResult> {
  const result = await lookForMention(session, target);
  if (result.outcome !== "gone" || result.isCertain === true) return result;
  const isProven = result.isCertain === "while it runs" && !(await isStopped(session, target));
  return isProven ? result : { outcome: "unreadable" };
}

/** False where the machine is seen to run, or not to be there. */
async function isStopped({ assumptions, lookUp }: Session, { id }: Attached): Promise<boolean> {
  const [, instanceId] = partsOf(id);
  const result = await lookUp("instance", instanceId);
  if (result.outcome !== "seen") return result.outcome !== "gone";
  return !isStatusOf(["running"], statusIn(result.observed, assumptions), assumptions);
}

/** A volume that does not name the instance may not show what it is attached to at all. */
async function lookForMention(
  session: Session,
  { id, state }: Attached,
): Promise<LookupResult & { readonly isCertain?: boolean | "while it runs" }> {
  const [volumeId, instanceId] = partsOf(id);
  const result = await session.lookUp("volume", volumeId);
  if (result.outcome === "gone") return { outcome: "gone", isCertain: true };
  if (result.outcome !== "seen") return result;
  const { isIn, isCertain, isEmpty } = placeOf(result.observed, instanceId);
  if (isIn) return { ...result, observed: { volumeId, instanceId } };
  if (!isEmpty) return { outcome: "gone", isCertain };
  // Some platforms show the machine only while it runs.
  const isUsed = isInUse(statusIn(result.observed, session.assumptions));
  if (isUsed) return { outcome: "gone", isCertain: wasShown(state) && "while it runs" };
  return { outcome: "gone", isCertain: isCertain || wasShown(state) };
}

function isInUse(status: unknown): boolean {
  return typeof status === "string" && /^(?:attach|in[-_ ]?use|bound|mounted)/i.test(status);
}

/** True once a look showed the input: some platforms never fill in where a volume is. */
function wasShown({ __echoes: echoed }: Props): boolean {
  return Array.isArray(echoed) && echoed.includes("instanceId");
}

/** The attachment that a volume shows. */
interface Place {
  readonly isIn: boolean;
  readonly isCertain: boolean;
  /** True where the fields for it are there, and empty. */
  readonly isEmpty: boolean;
  /** The machine that it is in. */
  readonly holder?: unknown;
}

/** Its earlier machine may be shown as well, so the present one is read first. */
function placeOf(observed: Observed, instanceId: string): Place {
  const { instance_id: holder } = observed;
  if (typeof holder === "string" || holder === null) {
    const isIn = names(holder, instanceId);
    return { isIn, isCertain: true, isEmpty: !holder, holder };
  }
  const facts = factsIn(observed).filter(({ path }) => !wish.test(path));
  const present = facts.filter(({ path }) => !past.test(path));
  const [other] = present.filter(isPlace).flatMap(({ value }) => machineIn(value) ?? []);
  const isHere = ({ value }: Fact) => names(value, instanceId);
  const isEmpty = isNowhere(present);
  const isIn = (other === undefined && !isEmpty ? facts : present).some(isHere);
  const isCertain = present.some(isHere) || other !== undefined;
  return { isIn, isCertain, isEmpty, holder: isIn ? instanceId : other };
}

const placeWords = /attach|instance|server|machine|mount|used_?by/i;
const past =
  /[._](last|prev\w*|former\w*|old|hist\w*|source|origin\w*|from|creat\w*|parent|snapshots?|backups?|events?)(?![a-z])/;
/** Where it may be one day. */
const wish = /allow|permit|eligib|compatib|candidate|availab|attachable|reserved/i;
/** A list of machines tells where the volume is if it is called by nothing but that. */
const plainList = /attach|(^|\.)(instance|server|machine|user)(_?ids?|s)\.\d+(\.|$)/i;

/** Users may be machines as well as people. */
function isPlace({ path, isOneOfMany }: Fact): boolean {
  const isCalled = placeWords.test(path) || /\.users?(\.|$)/i.test(path);
  return isCalled && (!isOneOfMany || plainList.test(path));
}

/** A field for the machine alone, which is empty where there is none. */
const placeField =
  /\.(attached(_?to)?|attachments?|instances?|servers?|machines?|used_?by)(_?ids?)?(\.|$)/i;

function isNowhere(present: readonly Fact[]): boolean {
  const places = present.filter(({ path }) => placeWords.test(path));
  return places.some(({ path }) => placeField.test(path)) && !places.some(({ value }) => value);
}

/** The spec shows the ids of instances alone (spec 2.2); a server's are taken to look like them. */
const machinePrefixes = [idPrefixes.instance ?? "inst_", "srv_"];

/** The machine that a text names: by itself, behind what it is in, or in a link. */
function machineIn(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const linked = /(?:^|[/:])(?:instance|server|machine)s?[/:]([^/?#:]+)/i.exec(value)?.[1];
  const isPath = /^\/|:\//.test(value);
  const named = linked ?? (isPath ? undefined : segmentsOf(value).at(-1));
  const isOne = machinePrefixes.some((prefix) => named?.toLowerCase().startsWith(prefix));
  return isOne ? named : undefined;
}

/** A platform may write an id in another case. */
function names(value: unknown, instanceId: string): boolean {
  if (typeof value !== "string") return false;
  return segmentsOf(value).some((segment) => segment.toLowerCase() === instanceId.toLowerCase());
}

/** The text itself, or the parts of a link. */
function segmentsOf(text: string): readonly string[] {
  return text.split(/[/:?#]/);
}

interface Fact {
  /** The fields around it, outermost first. */
  readonly path: string;
  /** A text, a number, true, or what stands for nothing. */
  readonly value: unknown;
  /** True inside of a list with others. */
  readonly isOneOfMany: boolean;
}

function factsIn(value: unknown, path = "", isOneOfMany = false): readonly Fact[] {
  if (typeof value !== "object" || value === null) return [{ path, value, isOneOfMany }];
  const parts = Object.entries(value);
  if (parts.length === 0) return [{ path, value: null, isOneOfMany }];
  const areMany = isOneOfMany || (Array.isArray(value) && value.length > 1);
  return parts.flatMap(([key, part]) => factsIn(part, `${path}.${key}`, areMany));
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
    const observed = result.outcome === "seen" ? result.observed : {};
    const { isIn, holder } = placeOf(observed, instanceId);
    if (isIn) return null;
    if (typeof holder !== "string") throw error;
    throw new HostingError(
      "refused",
      `${session.subject} was not created: ${volumeId} is attached to ${holder}. If nothing uses it there, as after an interrupted run, detach it in the console; then run \`pulumi up\` again.`,
    );
  }
}
