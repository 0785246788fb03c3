import type { Definition } from "../../provider/definition/definition.ts";
import type { LookupResult, Props } from "../../provider/definition/session.ts";
import { create } from "../../provider/lifecycle/create/create.ts";
import { remove } from "../../provider/lifecycle/delete/delete.ts";
import { lookUp } from "../../provider/lifecycle/lookup/lookup.ts";
import type { Context } from "../../provider/lifecycle/operation/context.ts";
import { Operation } from "../../provider/lifecycle/operation/operation.ts";
import { readObject } from "../../provider/lifecycle/reconcile/ready.ts";
import { hidden } from "../../provider/lifecycle/record/state.ts";
import { CommandError } from "../exit.ts";
import type { Session } from "../session.ts";
import { floatingIp, floatingIpAssignment, instance, volume, volumeAttachment } from "./classes.ts";
import { findOne } from "./find.ts";
import { type ByHand, byHand, type OperateOptions, ofClass } from "./operation.ts";

/** The arguments of such a command. */
interface Given {
  /** The volume or the floating IP. */
  readonly object: string;
  readonly instance?: string | undefined;
  readonly options: OperateOptions;
  readonly session: Session;
}

/** Attaches a volume to an instance, as a `VolumeAttachment` does. */
export function attach(given: Given & { readonly instance: string }): Promise<void> {
  return byHand(given, async (hand) => {
    const { context } = hand;
    const { id: volumeId } = await findOne(hand, [volume], given.object);
    const { id: instanceId } = await findOne(hand, [instance], given.instance);
    const inputs = { volumeId, instanceId };
    warn(hand, volumeAttachment, { of: { volumeId }, wanted: instanceId });
    const place = { id: `${volumeId}/${instanceId}`, inputs };
    const { outcome } = await look(context, volumeAttachment, place);
    if (outcome !== "seen") await create(context, volumeAttachment, asDeclared(place));
    return { json: inputs, text: `${volumeId} is attached to ${instanceId}` };
  });
}

/** Detaches a volume, as the deletion of a `VolumeAttachment` does. */
export function detach(given: Given): Promise<void> {
  return byHand(given, async (hand) => {
    const { context } = hand;
    const { id: volumeId } = await findOne(hand, [volume], given.object);
    const holder =
      given.instance === undefined
        ? await holderOf(context, volumeId)
        : (await findOne(hand, [instance], given.instance)).id;
    const done = { json: { volumeId, instanceId: holder }, text: `${volumeId} is detached` };
    if (holder === null) return done;
    const inputs = { volumeId, instanceId: holder };
    const place = { id: `${volumeId}/${holder}`, inputs };
    const { outcome } = await look(context, volumeAttachment, place);
    if (outcome === "gone") return { ...done, text: `${volumeId} is not attached to ${holder}` };
    warn(hand, volumeAttachment, { of: inputs });
    await hand.ask(`Detach ${volumeId} from ${holder}? Programs that use it there lose it.`);
    await remove(context, volumeAttachment, { id: place.id, state: asDeclared(place) });
    return done;
  });
}

/** Assigns a floating IP, as a `FloatingIpAssignment` does. */
export function assign(given: Given & { readonly instance: string }): Promise<void> {
  return byHand(given, async (hand) => {
    const { context } = hand;
    const { id: floatingIpId } = await findOne(hand, [floatingIp], given.object);
    const { id: instanceId } = await findOne(hand, [instance], given.instance);
    const inputs = { floatingIpId, instanceId };
    const done = { json: inputs, text: `${floatingIpId} is assigned to ${instanceId}` };
    warn(hand, floatingIpAssignment, { of: { floatingIpId }, wanted: instanceId });
    const place = { id: floatingIpId, inputs };
    const now = await look(context, floatingIpAssignment, place);
    const holder = instanceOf(now);
    if (holder === instanceId) return done;
    if (now.outcome !== "gone") {
      const from = holder ?? "where it is now";
      await hand.ask(`Assign ${floatingIpId} to ${instanceId}? Its traffic leaves ${from}.`);
    }
    await create(context, floatingIpAssignment, asDeclared(place));
    return done;
  });
}

/** Unassigns a floating IP, as the deletion of a `FloatingIpAssignment` does. */
export function unassign(given: Given): Promise<void> {
  return byHand(given, async (hand) => {
    const { context } = hand;
    const { id: floatingIpId } = await findOne(hand, [floatingIp], given.object);
    const done = { json: { floatingIpId }, text: `${floatingIpId} is unassigned` };
    const now = await look(context, floatingIpAssignment, { id: floatingIpId, inputs: {} });
    if (now.outcome === "gone") return done;
    warn(hand, floatingIpAssignment, { of: { floatingIpId } });
    await hand.ask(`Unassign ${floatingIpId}? Then it routes nowhere.`);
    const inputs = { floatingIpId, instanceId: instanceOf(now) ?? "" };
    const state = asDeclared({ id: floatingIpId, inputs });
    await remove(context, floatingIpAssignment, { id: floatingIpId, state });
    return done;
  });
}

/** Where something is, by the id that such a resource has. */
interface Place {
  readonly id: string;
  readonly inputs: Props;
}

function look(context: Context, definition: Definition, { id, inputs }: Place) {
  const operation = new Operation(context, definition, { name: "read", id, props: inputs });
  return readObject(operation, { id, inputs, state: {} });
}

/** Messages name it by its id. */
function asDeclared({ id, inputs }: Place): Props {
  return { ...inputs, [hidden.identity]: { name: id } };
}

function instanceOf(result: LookupResult): string | undefined {
  const holder = result.outcome === "seen" ? result.observed["instanceId"] : undefined;
  return typeof holder === "string" ? holder : undefined;
}

/**
 * The instance that a volume shows; null where it shows that there is none.
 *
 * @throws CommandError where it shows nothing of it.
 */
async function holderOf(context: Context, id: string): Promise<string | null> {
  const operation = new Operation(context, volume, { name: "read", id, props: {} });
  const result = await lookUp(operation, { kind: volume.kind, id });
  const holder = result.outcome === "seen" ? result.observed["instance_id"] : undefined;
  if (typeof holder === "string" && holder !== "") return holder;
  if (holder === null || holder === "") return null;
  throw new CommandError(
    `Nothing was done: the platform does not show where ${id} is attached. Name the instance, too: \`npx pulumi-hosting detach ${id} <instance>\`.`,
  );
}

/** Warns of a place that the stack declares for an object, and that is another one than the wanted one. */
function warn(
  hand: ByHand,
  { type, noun }: Definition,
  { of, wanted }: { readonly of: Props; readonly wanted?: string },
): void {
  const declared = ofClass(hand, type).filter(({ inputs }) =>
    Object.entries(of).every(([name, value]) => inputs?.[name] === value),
  );
  for (const { inputs } of declared) {
    const { instanceId } = inputs ?? {};
    if (instanceId !== wanted) hand.warnOfStack(`a ${noun} to ${instanceId}`);
  }
}
