import type { Props } from "../../definition/session.ts";
import { type Doubt, HostingError } from "../../errors.ts";
import type { Intent, RecordedIntent } from "../memory/journal.ts";
import { lagMilliseconds } from "../memory/run-memory.ts";
import { believed, isSaidToBeGone } from "../operation/absence.ts";
import type { Operation } from "../operation/operation.ts";
import { ownId } from "../operation/routes.ts";
import { readObject } from "../reconcile/observe.ts";
import { heldAs } from "../state/ids.ts";
import { findLost, type Lost, type Outcome, toldApartAt } from "./find-lost.ts";
import {
  dropAdoption,
  intentOf,
  leaveToOther,
  leaveToState,
  maySee,
  noteInUse,
  sentByOther,
  warnOfInterrupted,
} from "./intent.ts";
import { checkNameIsFree, freedFrom, nameTaken } from "./names.ts";
import { type Created, sendCreate, sendIntoRoom } from "./send-create.ts";
import { unresolved } from "./unresolved.ts";

/**
 * Creates at most one object, whatever happens to the request, the answer or this process: what an
 * earlier run may have made is looked for first, and what is in doubt is never sent blindly again.
 *
 * @throws PartialFailure with an `unresolved-` id when nobody can say whether it exists.
 */
export async function createOnce(operation: Operation, inputs: Props): Promise<Created> {
  const { context, definition, requests } = operation;
  const { journal } = context;
  const intent = intentOf(context, definition, inputs);
  const creation = { inputs, intent };
  const id = await idOfEarlier(operation, creation, intent.olderToken);
  if (id !== undefined) return { id };
  for (const other of journal.others(intent)) warnOfInterrupted(operation, other);
  const before = await checkNameIsFree(operation, inputs, intent);
  requests.beforeCreate(() => journal.sent({ ...intent, mayBeTaken: before === undefined }));
  for (let isRepeated = false; ; isRepeated = true) {
    const made = await attempt(operation, { ...creation, before }, isRepeated);
    if (made !== undefined) return made;
  }
}

/** A create under way. */
interface Creation {
  readonly inputs: Props;
  readonly intent: Intent;
  /** What the list showed before it. */
  readonly before?: ReadonlySet<string> | undefined;
}

/** The id of what an earlier run made, also one of a version that named creates in another way. */
async function idOfEarlier(
  operation: Operation,
  creation: Creation,
  olderToken: string,
): Promise<string | undefined> {
  const { journal } = operation.context;
  const { intent } = creation;
  const earlier = journal.find(intent.token);
  const id = earlier && (await takeUp(operation, creation, earlier));
  if (id !== undefined || olderToken === intent.token) return id;
  const older = journal.find(olderToken);
  const olderId = older && (await takeUp(operation, creation, older));
  if (olderId !== undefined) noteId(operation, intent, olderId);
  journal.drop(olderToken);
  return olderId;
}

/** Sends the request; undefined when it is safe to send it once more. */
async function attempt(
  operation: Operation,
  creation: Creation,
  isRepeated: boolean,
): Promise<Created | undefined> {
  const { clock, journal } = operation.context;
  const { inputs, intent, before } = creation;
  try {
    const sent = await senderFor(isRepeated)(operation, inputs, intent);
    const created = { ...sent, id: await ownId(operation, { id: sent.id, inputs, state: {} }) };
    noteId(operation, intent, created.id);
    noteMade(operation, inputs, created.id);
    return created;
  } catch (error) {
    // Where nothing that creates has left, as for an attachment, a repeat is harmless.
    const doubt = journal.find(intent.token) && doubtOf(error, isRepeated);
    if (doubt === undefined) journal.drop(intent.token);
    if (doubt === undefined || !HostingError.isInstance(error)) throw error;
    const settlesAt = clock.now() + doubt.settlesInMs;
    const mayBeTaken = before === undefined;
    const lost = { inputs, applied: doubt.applied, settlesAt, before, mayBeTaken };
    const outcome = await findLost(operation, lost);
    const isLostAgain = isRepeated && outcome.outcome === "absent";
    const id = conclude(operation, creation, {
      outcome: isLostAgain ? { outcome: "unknown", fits: [] } : outcome,
      lost,
      cause: causeOf(error, doubt),
    });
    return id === undefined ? undefined : { id };
  }
}

/** What refuses a repeat may be the first one itself, which came through after all. */
function senderFor(isRepeated: boolean): typeof sendIntoRoom {
  return isRepeated ? sendCreate : sendIntoRoom;
}

/** Why something is not known, and what came of looking for it. */
interface Search {
  readonly outcome: Outcome;
  readonly lost: Lost;
  readonly cause: string;
}

/** The id of what was created after all; undefined when nothing was. */
function conclude(
  operation: Operation,
  { intent, inputs }: Creation,
  { outcome, lost, cause }: Search,
): string | undefined {
  const { context, definition, messages, subject } = operation;
  switch (outcome.outcome) {
    case "made":
      noteId(operation, intent, outcome.id);
      messages.inform(`created although the answer was lost: it is ${outcome.id}.`);
      return outcome.id;
    case "absent":
      context.journal.drop(intent.token);
      return undefined;
    case "nameTaken":
      context.journal.drop(intent.token);
      // The engine's `--replace` repeats the name, which the one to be replaced still has.
      throw new HostingError(
        "input",
        `${subject} was not replaced: ${nameTaken(definition, inputs, outcome.by)}`,
      );
    case "unknown": {
      const { fits, isRewritten = false } = outcome;
      // No list without its name is a proof any more.
      const applied = lost.applied || isRewritten;
      throw unresolved(operation, { intent, lost: { ...lost, applied }, cause, fits });
    }
  }
}

/** What it replaces may have had the same id, where that is a name; an earlier run may have deleted that. */
function noteId({ context, definition }: Operation, intent: Intent, id: string): void {
  const { journal, memory } = context;
  const type = heldAs(definition);
  const isSameId = memory.isHeld(type, id) || journal.deletionOf({ type, id }) !== undefined;
  journal.made({ ...intent, isSameId }, id);
}

function noteMade(operation: Operation, inputs: Props, id: string): void {
  const { context, definition } = operation;
  const { name } = inputs;
  context.memory.noteCreated(definition.kind, id);
  if (typeof name === "string") context.journal.nameUsed({ kind: definition.kind, name });
  // What is noted of the one before it, which had the same id where that is its name, is over.
  dropAdoption(context.journal, definition, { id, state: inputs });
  context.journal.dropDeletion({ type: heldAs(definition), id });
  const why = `it was not replaced: its id follows from its inputs, so it is ${id} again. Change one of them to replace it.`;
  noteInUse(operation, { id, inputs, why });
}

/** What leaves it open whether there is an object; a refused repeat may have met our own first one. */
function doubtOf(error: unknown, isRepeated: boolean): Doubt | undefined {
  if (!HostingError.isInstance(error)) return undefined;
  const isConflict = isRepeated && error.code === "refused";
  return error.doubt ?? (isConflict ? { applied: true, settlesInMs: 0 } : undefined);
}

function causeOf({ code, status }: HostingError, { applied, cause }: Doubt): string {
  if (cause !== undefined) return cause;
  const answered = status === undefined ? "" : ` (${status})`;
  if (code === "refused") return `it was sent twice, and the second one refused${answered}`;
  return applied ? "the answer brought no id" : `the answer was lost${answered}`;
}

/** The id of what an earlier run made; undefined when it made nothing, or it is gone again. */
async function takeUp(
  operation: Operation,
  creation: Creation,
  earlier: RecordedIntent,
): Promise<string | undefined> {
  const { context, definition } = operation;
  const { inputs, intent } = creation;
  const { id, elsewhere, isStored } = earlier;
  const mayShow = await maySee(operation, inputs, earlier);
  const isSaid = isSaidToBeGone(context, definition, id ?? "");
  if (!mayShow && !isSaid) throw sentByOther(operation, earlier);
  if (elsewhere !== undefined) return leaveToOther(operation, { ...earlier, elsewhere });
  // A state has it, so this create is one that replaces it, unless a comparison showed that one to have another.
  const isReplaced = (context.memory.replacedFor(intent.declaration)?.id ?? id) === id;
  if (isStored && isReplaced && context.declared.storedFor(definition, inputs)) {
    return void context.journal.drop(intent.token);
  }
  if (id === undefined) return findEarlier(operation, creation, earlier);
  return takeOver(operation, creation, { ...earlier, id, mayShow, isSaid });
}

/** What an earlier run made, where it is there still. */
async function takeOver(
  operation: Operation,
  { inputs, intent }: Creation,
  earlier: RecordedIntent & { id: string; mayShow: boolean; isSaid: boolean },
): Promise<string | undefined> {
  const { context, messages, witness } = operation;
  const { id, isStored, sentBy, mayShow, isSaid } = earlier;
  const looking = readObject(operation, { id, inputs, state: {} });
  const { outcome } = await (isSaid ? believed(looking) : looking);
  // An account's key may have made it where a project's sees nothing: no other object tells that it is gone.
  const isCertain = outcome === "seen" ? mayShow : isSaid || witness.isSender(sentBy);
  if (!isCertain) throw sentByOther(operation, earlier);
  const isGone = outcome === "gone" || (isSaid && outcome !== "seen");
  if (isGone) return void context.journal.drop(intent.token);
  if (isStored) return leaveToState(operation, earlier);
  messages.inform(`took over ${id}, which an earlier run made.`);
  return id;
}

/** What an earlier run made, as far as lists tell: it ended before it knew. */
async function findEarlier(
  operation: Operation,
  creation: Creation,
  earlier: RecordedIntent,
): Promise<string | undefined> {
  const { inputs } = creation;
  const { context, waiting, witness } = operation;
  // What had the name since, and was deleted a moment ago, may be listed still.
  const isFreed = freedFrom(operation, inputs).length > 0;
  const clearsAt = isFreed ? context.clock.now() + lagMilliseconds : 0;
  const showsAt = Math.max(toldApartAt(inputs, earlier.at), clearsAt);
  await waiting.pauseUntil(showsAt, "lists to show the outcome of its creation");
  const { mayBeTaken, settlesAt } = earlier;
  const lost = { inputs, applied: false, settlesAt, mayBeTaken };
  const outcome = await findLost(operation, lost);
  const isProven = outcome.outcome === "made" || witness.sees(earlier.sentBy);
  if (!isProven) throw sentByOther(operation, earlier);
  return conclude(operation, creation, {
    // Whether a name that is taken is in the way is what the check of names says then.
    outcome: outcome.outcome === "nameTaken" ? { outcome: "absent" } : outcome,
    lost,
    cause: "an earlier run ended while it was created",
  });
}
