import { isStatusOf, type StatusList, statusIn } from "../../../contract/assumptions.ts";
import type { Endpoint } from "../../../contract/endpoints.ts";
import type { Look, SessionRequest, Sighting } from "../../definition/session.ts";
import { shortened } from "../../display.ts";
import { HostingError } from "../../errors.ts";
import { lagMilliseconds } from "../memory/run-memory.ts";
import { withArticle, wordFor } from "../state/subject.ts";
import { isMissing } from "./absence.ts";
import type { Operation } from "./operation.ts";

/**
 * Sends what takes the object of a deletion away; one that is gone already is a success. Resolves with
 * whether the platform accepted it, or the object is proven to be gone without that.
 *
 * @throws HostingError when a 404 is all that says so.
 */
export async function takeAway(
  operation: Operation,
  { route, request, look }: Removal,
): Promise<"accepted" | "gone"> {
  try {
    await operation.requests.call(route, request);
    return "accepted";
  } catch (error) {
    if (!isMissing(error)) throw error;
    await confirmGone(operation, { route, error, look });
    return "gone";
  }
}

/** The same for what is not deleted but ended, like an assignment: what is refused may have ended already. */
export async function takeAwayPart(operation: Operation, removal: Removal): Promise<void> {
  try {
    await takeAway(operation, removal);
  } catch (error) {
    if (!HostingError.isInstance(error) || error.code !== "refused") throw error;
    const { outcome } = await removal.look();
    if (outcome === "unreadable") throw unclear(operation, error);
    if (outcome !== "gone") throw error;
  }
}

/** Nothing tells whether there is still something to end. */
function unclear({ definition, id = "", subject }: Operation, error: HostingError): HostingError {
  const reason = error.reason === undefined ? "the platform refused" : error.reason;
  return error.reworded(
    `${subject} (${id}) was not ended: ${reason} (${error.status}). If the console shows that it has ended, run again with HOSTING_DELETED_BY_HAND=${wordFor(definition, id)}.`,
  );
}

/**
 * Looks whether the object of a deletion is gone: a 404 may also say that there is no such route.
 *
 * @throws HostingError that says how to go on when it is there, or nothing can tell.
 */
export async function confirmGone(
  operation: Operation,
  { route, error, look }: Pick<Removal, "look"> & { route?: Endpoint; error?: unknown },
): Promise<void> {
  const { definition, requests, waiting, witness } = operation;
  let sighting = await look();
  // Lists lag behind, and may still show what an interrupted run has deleted.
  if (sighting.outcome === "seen" && route !== undefined && !requests.looksAlone) {
    await waiting.pause(lagMilliseconds, "lists to show whether it is gone");
    sighting = await look();
  }
  const { outcome } = sighting;
  if (outcome === "gone") return;
  if (route?.standing !== "documented" || outcome === "seen") throw byHand(operation, sighting);
  // spec 7.2: a route that is there says by a JSON error that it does not know the object.
  const isSaid = HostingError.isInstance(error) && error.code === "notFound";
  if (!isSaid) throw error;
  await witness.confirmAbsence(definition.kind, operation.id ?? "");
}

/**
 * Waits until what was deleted is no longer shown, so that its name and its addresses are free; for
 * two minutes at most, because what some platforms list for ever is no hindrance. Resolves with
 * whether it is gone, as far as anything tells.
 */
export async function waitUntilGone(
  operation: Operation,
  look: () => Promise<Sighting>,
): Promise<boolean> {
  const { context, messages } = operation;
  const start = context.clock.now();
  const isGone = await watchLeaving(operation, look, (sighting) => {
    const most = isLeaving(operation, sighting) ? goneMilliseconds : lagMilliseconds;
    return start + most;
  });
  if (!isGone) messages.warn("it is still shown though its deletion was accepted.");
  return isGone;
}

const goneMilliseconds = 120_000;

/**
 * Waits until what was deleted by a route that is not known to work is no longer shown: as long as the
 * operation may take while its status says that it is on its way. One that looks as before may take
 * its time too, but such a route may also do nothing, so that has a part of it only.
 *
 * @throws HostingError when it is still there.
 */
export async function confirmCarriedOut(
  operation: Operation,
  look: () => Promise<Sighting>,
): Promise<void> {
  const now = operation.context.clock.now();
  const { at, startedAt } = operation.deadline;
  const end = at - Math.min((at - now) / 2, lastLookMilliseconds);
  const steadyEnd = Math.min(end, now + (at - startedAt) * steadyPart);
  let last: Sighting = { outcome: "unreadable" };
  const isGone = await watchLeaving(operation, look, (sighting) => {
    last = sighting;
    return isLeaving(operation, sighting) ? end : steadyEnd;
  });
  if (!isGone) throw notCarriedOut(operation, last);
}

/** Time for one more look: how to go on is said better here than by the end of the operation's time. */
const lastLookMilliseconds = 20_000;
/** 50 s, unless `timeouts` say otherwise. */
const steadyPart = 1 / 12;

/** Looks until the object is gone, or until the time that its looks have. */
async function watchLeaving(
  { context, definition, requests, waiting }: Operation,
  look: () => Promise<Sighting>,
  endOf: (sighting: Sighting) => number,
): Promise<boolean> {
  const step = async (): Promise<Look<boolean>> => {
    const sighting = await look();
    if (sighting.outcome === "gone" || sighting.outcome === "unreadable") return { done: true };
    if (context.clock.now() >= endOf(sighting)) return { done: false };
    return { waitingFor: "it to be gone", state: "is being deleted" };
  };
  const first = await requests.polling(step);
  return "done" in first ? first.done : waiting.watch(definition.kind, first, step);
}

/**
 * Lists lag behind: what they showed, and the platform does not know, may be on its way out. Undefined
 * where another look may tell more than this one.
 */
export async function isOnItsWay(
  operation: Operation,
  look: () => Promise<Sighting>,
): Promise<boolean | undefined> {
  const { definition, requests, routes, waiting } = operation;
  // A GET that shows an object does not lag; one that is not known to work says nothing.
  if (requests.looksAlone && routes.isTrusted(definition.kind, "get")) return false;
  await waiting.pause(lagMilliseconds, "lists to show whether it is being deleted");
  const sighting = await look();
  if (sighting.outcome === "unreadable" && sighting.why !== undefined) return undefined;
  return sighting.outcome === "gone" || isLeaving(operation, sighting, ["deleting"]);
}

/** Its status says that it is on its way: one that only says "not yet" does as well after a deletion was accepted. */
export function isLeaving(
  { context: { assumptions } }: Operation,
  sighting: Sighting,
  words: readonly StatusList[] = ["pending", "deleting"],
): boolean {
  const status = sighting.outcome === "seen" ? statusIn(sighting.observed, assumptions) : undefined;
  return isStatusOf(words, status, assumptions);
}

/** An accepted deletion after which the object is there: its route answers, and does nothing. */
function notCarriedOut(operation: Operation, last: Sighting): HostingError {
  const { definition, id = "", subject } = operation;
  const status = unknownStatus(operation, last);
  const how = status === undefined ? "" : ` with ${status}`;
  return new HostingError(
    "gap",
    `${subject} (${id}) was not deleted: the platform accepted it, and still shows it${how}. Look in the console, and delete it there if it stays; then run again with HOSTING_DELETED_BY_HAND=${wordFor(definition, id)}.`,
  );
}

/**
 * The status of what is still shown, where it is in no list (spec 3 names none), as messages have it: it
 * may say that the object is gone, as some platforms show that for long.
 */
export function unknownStatus(
  { context: { assumptions } }: Operation,
  sighting: Sighting,
): string | undefined {
  const word = sighting.outcome === "seen" ? statusIn(sighting.observed, assumptions) : undefined;
  if (typeof word !== "string" || isStatusOf(knownWords, word, assumptions)) return undefined;
  return `the status ${JSON.stringify(shortened(word, longestWord))}`;
}

const knownWords = [
  "pending",
  "ready",
  "failed",
  "running",
  "stopped",
  "frozen",
  "deleting",
] as const;

/** Longer ones are no status words. */
const longestWord = 30;

/** What takes an object away, and what shows whether it is there. */
interface Removal {
  readonly route: Endpoint;
  readonly request: SessionRequest;
  readonly look: () => Promise<Sighting>;
}

function byHand({ definition, id = "", subject }: Operation, sighting: Sighting): HostingError {
  const why = sighting.outcome === "unreadable" ? sighting.why : undefined;
  const [what, look] =
    why === undefined
      ? [
          `was not deleted: the platform offers no way to delete ${withArticle(definition.noun)}`,
          "Delete it in the console",
        ]
      : [`may be there or gone: ${why}`, "Look in the console, and delete it there if it is"];
  return new HostingError(
    "gap",
    `${subject} (${id}) ${what}. ${look}, then run again with HOSTING_DELETED_BY_HAND=${wordFor(definition, id)}.`,
  );
}
