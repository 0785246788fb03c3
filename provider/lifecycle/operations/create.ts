import { isStatusOf, statusIn } from "../../../contract/assumptions.ts";
import { isOnPlatform } from "../../../contract/endpoints.ts";
import { namedKinds, ownAddresses } from "../../../contract/ids.ts";
import type { Definition } from "../../definition/definition.ts";
import type { Observed, Props } from "../../definition/session.ts";
import { PartialFailure } from "../../errors.ts";
import { createOnce } from "../create-once/create-once.ts";
import { sendCreate } from "../create-once/send-create.ts";
import { lagMilliseconds } from "../memory/run-memory.ts";
import type { Context } from "../operation/context.ts";
import { Operation } from "../operation/operation.ts";
import { type Known, observedIn } from "../reconcile/observe.ts";
import { finish, justSent, type Stored } from "../reconcile/stored-state.ts";
import { isAsSaid } from "../state/answer.ts";
import { heldAs } from "../state/ids.ts";
import { deepEqual, isRecord, pickOutputs, platformInputs, strings } from "../state/state.ts";
import { adopt } from "./adopt.ts";

/**
 * Creates the object, or takes over the one that `adopt` names, and waits until it can be used.
 *
 * @throws PartialFailure once the object exists and anything later fails: its id is never lost.
 */
export async function create(
  context: Context,
  definition: Definition,
  inputs: Props,
): Promise<Stored> {
  const noteTold = (id: string) => {
    if (inputs["adopt"] === undefined) context.journal.told({ type: heldAs(definition), id });
  };
  try {
    const stored = await make(context, definition, inputs);
    noteTold(stored.id);
    return stored;
  } catch (error) {
    if (error instanceof PartialFailure) noteTold(error.id);
    throw error;
  }
}

async function make(context: Context, definition: Definition, inputs: Props): Promise<Stored> {
  const operation = new Operation(context, definition, { name: "create", props: inputs });
  const adopted = inputs["adopt"];
  if (typeof adopted === "string") return adopt(operation, inputs, adopted);
  // What makes nothing can be made again, and a gate that is closed must not be found open.
  const { id, answer } = isOnPlatform(definition.kind)
    ? await createOnce(operation, inputs)
    : await sendCreate(operation, inputs);
  // One that an earlier run made, or whose answer was lost.
  if (answer === undefined) return adopt(operation, inputs, id);
  const observed = observedIn(operation, answer);
  if (namedKinds.has(definition.kind)) {
    operation.isFormer = formerTo(operation, { id, inputs, observed });
  }
  const state = { ...justSent(operation, inputs), ...operation.shownOnce };
  return finish(operation, { id, inputs, state, observed });
}

/**
 * Tells what was just made from what had its name, where that is the id: what lags still shows that one.
 * It is being deleted, or has other addresses or ports than the answer to the create, or where that shows
 * none, those of what this run deleted.
 */
function formerTo(
  operation: Operation,
  { id, inputs, observed: made }: Omit<Known, "state">,
): (shown: Props) => boolean {
  const { context, definition } = operation;
  const { kind } = definition;
  const { assumptions, clock, memory } = context;
  // Later on it may be deleted by hand, or get other addresses.
  const until = clock.now() + lagMilliseconds;
  const answered = pickOutputs(definition, made);
  const ownIn = (shown: Props) => ownAddresses(kind).flatMap((output) => strings(shown[output]));
  const former = memory.formerOf(kind, id);
  const addresses = ownIn(answered).length > 0 ? [] : ownIn(former);
  return (shown) => {
    if (clock.now() >= until) return false;
    if (isStatusOf(["deleting"], statusIn(shown, assumptions), assumptions)) return true;
    const observed = observedIn(operation, shown);
    const found = pickOutputs(definition, observed);
    const isBack = ownIn(found).some((address) => addresses.includes(address));
    // An address may come back: what it was replaced for tells then.
    if (isBack && !isAsReplaced(definition, { former, inputs, observed })) return true;
    return Object.keys(answered).some((name) => areOthers(answered[name], found[name]));
  };
}

/** True where an input is shown as the program says, and was another one before. */
function isAsReplaced(
  definition: Definition,
  { former, inputs, observed }: { former: Props; inputs: Props; observed: Observed },
): boolean {
  return Object.entries(platformInputs(definition, inputs)).some(([name, said]) => {
    const [before, found] = [former[name], observed[name]];
    const wasSaid = before == null || isAsSaid(definition, name, { found: before, said });
    return !wasSaid && isAsSaid(definition, name, { found, said });
  });
}

/** Lists without a common item, or other details; a word, like a status, may change at any time. */
function areOthers(before: unknown, now: unknown): boolean {
  if (isRecord(before) && isRecord(now)) return !deepEqual(before, now);
  if (!Array.isArray(before) || !Array.isArray(now)) return false;
  const isCommon = before.some((one) => now.some((other) => deepEqual(one, other)));
  return before.length * now.length > 0 && !isCommon;
}
