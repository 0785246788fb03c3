import { namedKinds } from "../../../contract/ids.ts";
import type { Definition } from "../../definition/definition.ts";
import type { Props, Target } from "../../definition/session.ts";
import { shortened } from "../../display.ts";
import { HostingError } from "../../errors.ts";
import { dropAdoption } from "../create-once/intent.ts";
import { lookAgain, lookUp, type Wanted } from "../operation/lookup.ts";
import { type Operation, sessionOf } from "../operation/operation.ts";
import {
  confirmCarriedOut,
  confirmGone,
  isLeaving,
  takeAway,
  waitUntilGone,
} from "../operation/removal.ts";
import { keyOf, ownId } from "../operation/routes.ts";
import { observedIn, readObject } from "../reconcile/observe.ts";
import { hasNameAsId, heldAs, isMadeSince, paramsFor } from "../state/ids.ts";
import { isNamed, strings } from "../state/state.ts";
import { asPrepared, byHandFor, prepare } from "./prepare.ts";

/** Deletes what nobody else has, as often as it takes. */
export async function erase(operation: Operation, target: Target<Props>): Promise<void> {
  const { context, definition, witness } = operation;
  const object = { type: heldAs(definition), id: target.id };
  const isFirst = operation.deletion === undefined;
  context.journal.deletionBegan(object);
  try {
    await prepareAndDelete(operation, target, isFirst);
  } catch (error) {
    // Nothing was done to it that an `up` would have to undo.
    if (isFirst && witness.isAnother) context.journal.dropDeletion(object);
    throw error;
  }
}

async function prepareAndDelete(
  operation: Operation,
  target: Target<Props>,
  isFirst: boolean,
): Promise<void> {
  const { context, definition } = operation;
  const { id } = target;
  const { prepared, change } = await prepare(operation, target);
  if (prepared !== undefined && "isGone" in prepared) {
    noteDeleted(operation, target, id);
    return endErasing(operation, target, "gone");
  }
  for (let attempt = 0; ; attempt += 1) {
    const tried = await unlessLost(attempt, () => tryDelete(operation, target)).catch((error) => {
      if (isFirst && attempt === 0 && isTurnedAway(definition, error)) {
        context.journal.dropDeletion({ type: heldAs(definition), id });
      }
      throw asPrepared(operation, error, change);
    });
    if (typeof tried === "string") return endErasing(operation, target, tried);
    const { setback } = tried;
    const look = () => lookUp(operation, wantedOf(operation, target));
    const byHand = await byHandFor(operation, prepared, look);
    if (byHand !== undefined) throw unprepared(operation, setback, byHand);
    const wait = retryMilliseconds[Math.min(attempt, retryMilliseconds.length - 1)] ?? 10_000;
    const waitingFor = `its deletion to be accepted (at last: ${setback})`;
    await operation.waiting.pause(wait, waitingFor);
  }
}

/** Nothing of the deletion was carried out, so nothing that shows the object lags behind. */
function isTurnedAway({ prepareDelete, remove }: Definition, error: unknown): boolean {
  if (prepareDelete !== undefined || remove !== undefined) return false;
  return HostingError.isInstance(error) && (error.code === "key" || error.code === "unsent");
}

async function endErasing(
  operation: Operation,
  target: Target<Props>,
  how: "accepted" | "gone",
): Promise<void> {
  const { context, definition } = operation;
  if (how === "accepted") {
    await leave(operation, target).catch((error: unknown) => {
      throw unconfirmed(operation, error);
    });
  } else operation.witness.sayUnseen(target.id);
  const object = { type: heldAs(definition), id: target.id };
  dropAdoption(context.journal, definition, target);
  context.journal.deletionDone(object);
  context.memory.noteGone(definition.kind, target.id);
  context.evidence.noteDeleted(target.id);
}

/**
 * Waits until the object is gone where that matters: what takes its place would be refused while it has
 * the name or the addresses, and a route that is not shown may accept what it does not carry out.
 */
async function leave(operation: Operation, target: Target<Props>): Promise<void> {
  const { context, definition, routes } = operation;
  const { kind, observe } = definition;
  const route = definition.remove === undefined ? routes.route(kind, "delete") : undefined;
  // A GET that worked shows that paths are made of ids as they are assumed to be.
  const isProven =
    route?.standing !== "assumed" ||
    routes.isTrusted(kind, "get") ||
    context.memory.isProven(keyOf(route));
  const look = () =>
    observe === undefined
      ? lookAgain(operation, wantedOf(operation, target))
      : readObject(operation, target);
  if (!isProven) {
    await confirmCarriedOut(operation, look);
    context.memory.noteProven(keyOf(route));
  } else if (context.memory.makesRoom(kind, target.id)) {
    await waitUntilGone(operation, look);
  }
}

/** It stays in the state, which nothing else corrects while it is in the program again. */
function unconfirmed({ id, subject }: Operation, error: unknown): unknown {
  if (!HostingError.isInstance(error) || error.code === "gap") return error;
  const [why = ""] = error.message.replace(`${subject}: `, "").split(/\.(?: |$)/);
  return error.reworded(
    `${subject} (${id}) may be gone: its deletion was accepted, but it was not seen to go: ${shortened(why, longestCause)}. Run the same command again, or \`pulumi refresh\` before another one.`,
  );
}

/** A message has room for so much of what another one says. */
const longestCause = 100;

/** Milliseconds between tries while the platform says "not yet"; the last one repeats. */
const retryMilliseconds = [2_000, 3_000, 5_000, 8_000, 10_000];

/** How often a deletion is sent again after its answer was lost. */
const lostRetries = 3;

/** What came of a try: a setback is what keeps it from being done, though it may pass, e.g. "in use". */
type Tried = "accepted" | "gone" | { readonly setback: string };

async function tryDelete(operation: Operation, target: Target<Props>): Promise<Tried> {
  const { definition } = operation;
  if (definition.remove !== undefined) {
    await definition.remove(sessionOf(operation), target);
    return "accepted";
  }
  let tried: Tried = "gone";
  try {
    tried = await sendDelete(operation, target);
  } catch (error) {
    if (!HostingError.isInstance(error)) throw error;
    if (error.code === "refused") return { setback: refusalOf(error) };
    const done = error.code === "unknownOutcome" && (await doneInDoubt(operation, target));
    if (!done) throw error;
    tried = done;
  }
  noteDeleted(operation, target, target.id);
  return tried;
}

/** That it goes is known from now on, to later runs as well: until it is gone it has its name. */
function noteDeleted(
  { context, definition, looked }: Operation,
  { state }: Target<Props>,
  id: string,
) {
  const { kind } = definition;
  const { name } = state;
  // A stopped machine may show no addresses any more.
  const shown = Object.entries(looked).filter(([, value]) => strings(value).length > 0);
  context.memory.noteDeleted(kind, id, { ...state, ...Object.fromEntries(shown) });
  if (!isNamed(definition) || typeof name !== "string") return;
  context.journal.nameFreed({ kind, name }, id);
}

async function sendDelete(
  operation: Operation,
  target: Target<Props>,
): Promise<"accepted" | "gone"> {
  const { definition, routes } = operation;
  const look = () => lookUp(operation, wantedOf(operation, target));
  const route = routes.route(definition.kind, "delete");
  if (route !== undefined) {
    const id = await ownId(operation, target);
    const how = await takeAway(operation, {
      route,
      request: { params: paramsFor(route, id) },
      look,
    });
    // Lists that lag show it by that one.
    if (id !== target.id) noteDeleted(operation, target, id);
    return how;
  }
  await confirmGone(operation, { look });
  return "gone";
}

/** The platform's own words, where it gave some. */
function refusalOf({ reason, status }: HostingError): string {
  return reason === undefined ? `the platform refused it (${status})` : `${reason} (${status})`;
}

function unprepared({ id, subject }: Operation, refusal: string, byHand: string): HostingError {
  return new HostingError(
    "gap",
    `${subject} (${id}) was not deleted: ${refusal}. ${byHand}, then run the same command again.`,
    { reason: refusal },
  );
}

/** A deletion whose answer is lost is tried again a few times; what came of it is told in few words. */
async function unlessLost(attempt: number, deletion: () => Promise<Tried>): Promise<Tried> {
  try {
    return await deletion();
  } catch (error) {
    const isLost = HostingError.isInstance(error) && error.code === "unknownOutcome";
    if (!isLost || attempt >= lostRetries) throw error;
    return { setback: error.status === undefined ? "no answer" : refusalOf(error) };
  }
}

/**
 * Looks whether a deletion was carried out before it is sent again: a name may belong to somebody
 * else's object by then.
 */
async function doneInDoubt(
  operation: Operation,
  target: Target<Props>,
): Promise<"accepted" | "gone" | undefined> {
  const { id, state } = target;
  const { context, definition } = operation;
  const sighting = await lookUp(operation, wantedOf(operation, target));
  if (sighting.outcome !== "seen") return sighting.outcome === "gone" ? "gone" : undefined;
  const answer = sighting.observed;
  const shown = { state, answer, observed: observedIn(operation, answer) };
  const isAnother = namedKinds.has(definition.kind) && isMadeSince(definition, shown, context);
  if (!isAnother) return isLeaving(operation, sighting, ["deleting"]) ? "accepted" : undefined;
  throw new HostingError(
    "platform",
    `It is not known whether ${operation.subject} was deleted: the answer was lost, and ${id} has other addresses now, like another one of that name. Look in the console, then run \`pulumi refresh\`.`,
  );
}

function wantedOf({ definition: { kind } }: Operation, target: Target<Props>): Wanted {
  return { kind, id: target.id, isName: hasNameAsId(target) };
}
