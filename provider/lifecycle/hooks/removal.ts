import { isStatusOf, statusIn } from "../../../contract/assumptions.ts";
import type { Endpoint } from "../../../contract/endpoints.ts";
import type { Look, LookupResult, Removed, SessionRequest } from "../../definition/session.ts";
import { shortened } from "../../display.ts";
import { HostingError } from "../../errors.ts";
import { deletedByHandEntry, withArticle } from "../identity/subject.ts";
import { isNotFound } from "../lookup/lookup.ts";
import { confirmAbsence } from "../operation/known-keys.ts";
import type { Operation } from "../operation/operation.ts";

/** A request that takes an object away, and a look that shows whether the object is there. */
export interface Removal {
  readonly route: Endpoint;
  readonly request: SessionRequest;
  readonly look: () => Promise<LookupResult>;
}

/**
 * Sends a request that deletes the object. Resolves with whether the platform accepted it, or the
 * object is proven to be gone anyway.
 *
 * @throws HostingError when a 404 is the only evidence.
 */
export async function takeAway(
  operation: Operation,
  { route, request, look }: Removal,
): Promise<Removed> {
  const { definition, id = "", requests, routes } = operation;
  try {
    await requests.call(route, request);
    return "accepted";
  } catch (error) {
    if (!isNotFound(error)) throw error;
    // spec 7.2: a route that is there says by an `error` that it does not know the object.
    const isProof = routes.works(route) && error.code === "notFound";
    const result = isProof ? ({ outcome: "gone" } as const) : await look();
    if (result.outcome !== "gone") throw undeletable(operation, result);
    confirmAbsence(operation, id || definition.noun);
    return "gone";
  }
}

/** Takes away what is not deleted but ended, like an assignment: a refusal may mean that it has ended already. */
export async function takeAwayPart(operation: Operation, removal: Removal): Promise<Removed> {
  try {
    return await takeAway(operation, removal);
  } catch (error) {
    if (!HostingError.isInstance(error) || error.code !== "refused") throw error;
    const { outcome } = await removal.look();
    if (outcome === "unreadable") throw unclear(operation, error);
    if (outcome !== "gone") throw error;
    return "gone";
  }
}

/** Nothing tells whether there is still something to end. */
function unclear({ definition, id = "", subject }: Operation, error: HostingError): HostingError {
  const { reason = "the platform refused", status } = error;
  return new HostingError(
    "gap",
    `${subject} (${id}) was not ended: ${reason} (${status}). If the console shows that it has ended, run again with HOSTING_DELETED_BY_HAND=${deletedByHandEntry(definition, id)}.`,
  );
}

/** The platform offers no way to delete the object, or does not say whether it is there. */
export function undeletable(operation: Operation, result: LookupResult): HostingError {
  const { definition, id = "", subject } = operation;
  const why = result.outcome === "unreadable" ? result.why : undefined;
  const [problem, look] =
    why === undefined
      ? [
          `was not deleted: the platform offers no way to delete ${withArticle(definition.noun)}`,
          "Delete it in the console",
        ]
      : [`may be there or gone: ${why}`, "Look in the console, and delete it there if it is"];
  return new HostingError(
    "gap",
    `${subject} (${id}) ${problem}. ${look}, then run again with HOSTING_DELETED_BY_HAND=${deletedByHandEntry(definition, id)}.`,
  );
}

/**
 * Rule 8: waits until an object whose deletion was accepted is gone, so that its name and its addresses
 * are free. Where nothing reads the kind, the accepted request counts.
 *
 * @throws HostingError when it is still there at the end of the operation's time.
 */
export async function waitUntilGone(
  operation: Operation,
  look: () => Promise<LookupResult>,
): Promise<void> {
  const { context, deadline, definition, requests, waiting } = operation;
  const end = deadline.at - lastLookMilliseconds;
  const step = async (): Promise<Look<LookupResult>> => {
    const result = await look();
    const isThere = result.outcome === "seen" || result.outcome === "awaited";
    if (!isThere || context.clock.now() >= end) return { done: result };
    return { waitingFor: "it to be gone", state: "is being deleted" };
  };
  const first = await requests.polling(step);
  const last = "done" in first ? first.done : await waiting.watch(definition.kind, first, step);
  if (last.outcome === "seen") throw stillThere(operation, last);
}

/** Before the operation's time is over: this error explains the next step better than a timeout. */
const lastLookMilliseconds = 15_000;

/** An accepted deletion after which the object is there: it takes longer, or its route does nothing. */
function stillThere(operation: Operation, last: LookupResult): HostingError {
  const { definition, id = "", subject } = operation;
  const status = unknownStatus(operation, last);
  const [how, way] =
    status === undefined
      ? ["", "Run the same command again; if it stays,"]
      : [
          ` with ${status}`,
          "If that means deleted, add it to words.deleted; else run the same command again, or",
        ];
  return new HostingError(
    "timeout",
    `${subject} (${id}) was accepted for deletion, but is still shown${how}. ${way} delete it in the console and set HOSTING_DELETED_BY_HAND=${deletedByHandEntry(definition, id)}.`,
  );
}

/** The status of an object that is still shown, as messages have it, where it is in no list of words (spec 3 names none). */
function unknownStatus(
  { context: { assumptions } }: Operation,
  result: LookupResult,
): string | undefined {
  const word = result.outcome === "seen" ? statusIn(result.observed, assumptions) : undefined;
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
