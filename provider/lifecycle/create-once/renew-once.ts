import type { Observed } from "../../definition/session.ts";
import { HostingError } from "../../errors.ts";
import type { Intent, RecordedIntent } from "../memory/journal.ts";
import { type Operation, sessionOf } from "../operation/operation.ts";
import { type Known, observedIn, readObject } from "../reconcile/observe.ts";
import { doubtName } from "../state/doubt.ts";
import { renewalOf } from "./intent.ts";

/**
 * Does what a state calls for though no input changed, like inviting once more, and not again while
 * nobody knows whether an earlier run has done it. Undefined when nothing is due.
 */
export async function renewOnce(operation: Operation, known: Known): Promise<Observed | undefined> {
  const { context, definition, requests } = operation;
  const { renew } = definition;
  if (renew?.isDue(known.state, known.inputs) !== true) return undefined;
  const intent = renewalOf(context, definition, known);
  const earlier = context.journal.find(intent.token);
  const done = earlier && (await doneBy(operation, known, earlier));
  context.journal.drop(intent.token);
  if (done !== undefined) return done;
  requests.beforeCreate(() => context.journal.sent(intent));
  return unlessLost(operation, intent, async () => {
    return observedIn(operation, await renew.run(sessionOf(operation), known));
  });
}

/** Keeps the intent of what may have been done. */
async function unlessLost<T>(
  { context: { journal } }: Operation,
  { token }: Intent,
  work: () => Promise<T>,
): Promise<T> {
  try {
    const result = await work();
    journal.drop(token);
    return result;
  } catch (error) {
    if (!HostingError.isInstance(error) || error.doubt === undefined) journal.drop(token);
    throw error;
  }
}

/** What an earlier run has done; undefined when it is certain that it has not, or the user says so. */
async function doneBy(
  operation: Operation,
  known: Known,
  { token, notedAt, settlesAt }: RecordedIntent,
): Promise<Observed | undefined> {
  const { context, definition, subject, waiting } = operation;
  const doubt = doubtName(token, notedAt);
  if (context.forgetUnresolved.includes(doubt)) return undefined;
  await waiting.pauseUntil(settlesAt, "the end of what an earlier run sent");
  const sighting = await readObject(operation, known);
  if (sighting.outcome === "seen") {
    const { observed } = sighting;
    const isOpen = definition.renew?.isDue({ ...known.state, ...observed }, known.inputs) === true;
    return isOpen ? undefined : observed;
  }
  throw new HostingError(
    "unknownOutcome",
    `${subject} was not changed: whether an earlier run did what \`${definition.renew?.askedBy}\` asks for is not known, and nothing shows it. If it did, remove \`${definition.renew?.askedBy}\`; if not, HOSTING_FORGET_UNRESOLVED=${doubt} pulumi up.`,
  );
}
