import type { Endpoint } from "../../../contract/endpoints.ts";
import { idPrefixes } from "../../../contract/ids.ts";
import { type Json, toWire } from "../../../contract/naming.ts";
import type { Props } from "../../definition/session.ts";
import { shortened } from "../../display.ts";
import { HostingError } from "../../errors.ts";
import type { Intent, RecordedIntent } from "../memory/journal.ts";
import { lagMilliseconds } from "../memory/run-memory.ts";
import { type Operation, sessionOf } from "../operation/operation.ts";
import { observedIn } from "../reconcile/observe.ts";
import { hasMadeId, heldAs, idFrom, newId, paramsFor, pathInputs } from "../state/ids.ts";
import { isRecord, pickShownOnce, platformInputs } from "../state/state.ts";
import { stackOf } from "../state/subject.ts";
import { entriesBefore, whichIsThere } from "./find-lost.ts";
import {
  deletingFirst,
  freedFrom,
  isNameLeaving,
  isRewritten,
  roomMilliseconds,
  roomWait,
} from "./names.ts";

/**
 * Sends the request that creates an object.
 *
 * @throws HostingError with a `doubt` when it may exist all the same.
 */
export async function sendCreate(operation: Operation, inputs: Props): Promise<Created> {
  const { definition, routes, subject } = operation;
  try {
    if (definition.create !== undefined) {
      const sent = platformInputs(definition, inputs);
      const answer = await definition.create.send(sessionOf(operation), sent);
      return { id: idFrom(definition.create.id, sent), answer };
    }
    const route = definition.createEndpoint ?? routes.route(definition.kind, "create");
    if (route !== undefined) return await post(operation, route, inputs);
    throw new HostingError(
      "gap",
      `${subject} was not created: the platform offers no way to. Make it in the console, and set \`adopt\` to its id.`,
    );
  } catch (error) {
    throw explainRefusal(operation, error, inputs);
  }
}

/** An object and the answer that brought it; none for one that was found afterwards. */
export interface Created {
  readonly id: string;
  readonly answer?: Json;
}

async function post(operation: Operation, route: Endpoint, inputs: Props): Promise<Created> {
  const { definition, requests, subject } = operation;
  const sent = platformInputs(definition, inputs);
  const inPath = pathInputs(route);
  const inBody = Object.entries(sent).filter(([name]) => !inPath.includes(name));
  const body = definition.body?.(sent, sessionOf(operation)) ?? toWire(Object.fromEntries(inBody));
  const params = paramsFor(route, inPath.map((name) => String(sent[name])).join("/"));
  const before = await entriesBefore(operation);
  const answer = await requests.call(route, { params, body });
  const shown = isRecord(answer) ? answer : {};
  operation.shownOnce = pickShownOnce(definition, observedIn(operation, shown));
  const name = await nameIn(operation, inputs, { route, shown, before });
  const id = newId(definition, route, { answer: shown, inputs: { ...inputs, name } });
  if (id !== undefined) return { id, answer };
  throw new HostingError(
    "unknownOutcome",
    `${subject} was created, but the answer brought no id like "${idPrefixes[definition.kind] ?? ""}…". Look it up in the console and set \`adopt\` to its id, or delete it there.`,
    { doubt: { applied: true, settlesInMs: 0 } },
  );
}

/**
 * A platform may write a name in its own way, and for some kinds that is the id (spec 2.1). One that is
 * neither in another case nor cut may be that of something else in the answer, so a look decides.
 */
async function nameIn(
  operation: Operation,
  inputs: Props,
  { route, shown, before }: { route: Endpoint; shown: Props; before: ReadonlySet<string> },
): Promise<unknown> {
  const { name: sent } = inputs;
  const { name: found } = shown;
  if (isRewritten(sent, found)) return found;
  const [id, asSent] = [found, sent].map((name) => {
    return newId(operation.definition, route, { answer: shown, inputs: { ...inputs, name } });
  });
  if (typeof found !== "string" || id === undefined || id === asSent) return sent;
  const isFound = await isKnownAs(operation, inputs, { shown, before, id, found });
  return isFound ? found : sent;
}

/**
 * Whether it has the name of the answer, or the one that was sent.
 *
 * @throws HostingError with a `doubt` when nothing shows it by either.
 */
async function isKnownAs(
  operation: Operation,
  inputs: Props,
  { found, ...answered }: { found: string } & Parameters<typeof whichIsThere>[2],
): Promise<boolean> {
  const { context, subject, waiting } = operation;
  const end = context.clock.now() + lagMilliseconds;
  try {
    for (let look = 0; context.clock.now() < end; look += 1) {
      const seen = await whichIsThere(operation, inputs, answered);
      if (seen === "another's") break;
      if (seen !== "neither") return seen === "found";
      await waiting.pause(roomWait(look), `it to be shown as ${found}`);
    }
  } catch (error) {
    // It was made all the same: whatever keeps it from being seen, it is not to be lost.
    if (!HostingError.isInstance(error)) throw error;
  }
  const cause = `the answer calls it ${JSON.stringify(shortened(found, longestName))}, which nothing shows to be it`;
  throw new HostingError("unknownOutcome", `${subject} may exist: ${cause}.`, {
    doubt: { applied: true, settlesInMs: 0, cause },
  });
}

/** The message has to name a way out as well. */
const longestName = 40;

/** Says what the platform refused for a reason of its own in the words of who wrote the program. */
function explainRefusal(operation: Operation, error: unknown, inputs: Props): unknown {
  if (!HostingError.isInstance(error) || error.reason === undefined) return error;
  const { code, status, reason } = error;
  const problem = `${operation.subject} was not created: ${reason}`;
  if (code === "notFound") {
    const named = Object.entries(inputs).filter(([, value]) => isNamedIn(reason, value));
    const which = named.map(([name]) => name).join(" and ") || "the ids among its inputs";
    return error.reworded(
      `${problem}, or this key cannot see it. Check ${which}; if this stack made it, \`pulumi refresh\` tells whether it is there.`,
    );
  }
  if (code !== "refused") return error;
  const { "refusals.conflict": conflict } = operation.context.assumptions;
  const wayOut =
    status === conflict
      ? wayOutOfConflict(operation, reason, inputs)
      : (operation.definition.create?.correction ?? correction);
  return error.reworded(`${problem} (${status}). ${wayOut}.`);
}

const correction = "Correct what it names and run `pulumi up` again";

/** What is in the way may be what this create replaces: nothing tells (docs/decisions/0023-who-has-an-object.md). */
function wayOutOfConflict(operation: Operation, reason: string, inputs: Props): string {
  const { definition } = operation;
  if (hasMadeId(definition)) return wayOutOfTakenPlace(operation, inputs);
  const mayBeTaken = isNamedIn(reason, inputs["name"]) || /\b(name|exists|taken)\b/i.test(reason);
  if (!mayBeTaken) return correction;
  return `Correct what it names; if it is the name, set another \`name\`, set adopt to the holder's id, or, after \`--replace\`, ${deletingFirst(definition)}`;
}

/** The stack may have it under another name as well, as where a resource was renamed without an alias. */
function wayOutOfTakenPlace(operation: Operation, inputs: Props): string {
  const { naturalId: form, create } = operation.definition;
  const place = idFrom(form ?? create?.id ?? "", inputs);
  const killed = madeByKilled(operation, inputs, place);
  if (killed === undefined) {
    return `Correct what it names, set adopt to ${place}, or, where \`--replace\` deletes it last, remove it in the console`;
  }
  const made = killed.id === undefined ? "may have made it" : "made it";
  return `A run that was killed ${made} as ${killed.subject}: set adopt to ${place}, or remove it in the console`;
}

/** What a run of this stack that was killed made there, or may have made: the program may have renamed it since. */
function madeByKilled(
  { context: { journal }, definition }: Operation,
  inputs: Props,
  place: string,
): RecordedIntent | undefined {
  const open = journal.leftOpen(stackOf(inputs)).filter(({ type }) => type === heldAs(definition));
  const [only, another] = open.filter(({ id }) => id === undefined);
  return open.find(({ id }) => id === place) ?? (another === undefined ? only : undefined);
}

function isNamedIn(reason: string, value: unknown): boolean {
  return typeof value === "string" && value !== "" && reason.includes(value);
}

/**
 * Sends a create, again and again while the platform refuses it because of what is being deleted to
 * make room for it, by this run or an earlier one: a deletion may go on long after it was accepted.
 *
 * @throws HostingError with a `doubt` when the object may exist all the same.
 */
export async function sendIntoRoom(
  operation: Operation,
  inputs: Props,
  intent: Intent,
): Promise<Created> {
  const { clock } = operation.context;
  const startedAt = clock.now();
  const isRoomBeingMade = await roomWatch(operation, inputs, intent);
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await sendCreate(operation, inputs);
    } catch (error) {
      const refusal = refusalOf(operation, error);
      if (refusal === undefined || clock.now() >= startedAt + refusal.waitMs) throw error;
      if (!(await isRoomBeingMade(refusal))) throw error;
      operation.context.journal.drop(intent.token);
      const waitingFor = `the deletion that makes room for it (at last: ${refusal.reason})`;
      await operation.waiting.pause(roomWait(attempt), waitingFor, "waits for room");
    }
  }
}

/** A refusal that room may end. */
interface Refusal {
  readonly reason: string;
  /** True for the status that says so; which one does is not shown (spec 7). */
  readonly isConflict: boolean;
  readonly waitMs: number;
}

/** Undefined for any other error. */
function refusalOf({ context: { assumptions } }: Operation, error: unknown): Refusal | undefined {
  if (!HostingError.isInstance(error) || error.code !== "refused") return undefined;
  const { status, reason = `it was refused with ${status}` } = error;
  const isConflict = status === assumptions["refusals.conflict"];
  return { reason, isConflict, waitMs: isConflict ? roomMilliseconds : otherMilliseconds };
}

/** Another status may as well mean a mistake in the program, which no time mends. */
const otherMilliseconds = 25_000;

/** Tells of each refusal whether what is in the way is on its way out. */
async function roomWatch(
  operation: Operation,
  inputs: Props,
  { declaration }: Intent,
): Promise<(refusal: Refusal) => Promise<boolean>> {
  const { context, definition } = operation;
  // The list in which the name was looked for right before tells as well.
  let wasLeaving = await isNameLeaving(operation, inputs, { wasLeaving: false, notBefore: 0 });
  return async ({ isConflict }) => {
    const replaced = context.memory.replacedFor(declaration);
    if (replaced !== undefined && context.memory.wasDeleted(definition, replaced.id)) return true;
    if (freedFrom(operation, inputs).length > 0) return true;
    // It may have gone between the refusal and this look, which can be a minute later.
    wasLeaving = isConflict && (await isNameLeaving(operation, inputs, { wasLeaving }));
    return wasLeaving;
  };
}
