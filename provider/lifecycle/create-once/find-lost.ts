import { isGoneOrGoing } from "../../../contract/assumptions.ts";
import type { Props } from "../../definition/session.ts";
import { HostingError } from "../../errors.ts";
import type { Snapshot } from "../lists/lists.ts";
import { lagMilliseconds } from "../memory/run-memory.ts";
import { emptyMilliseconds, isMissing } from "../operation/absence.ts";
import { lookUp } from "../operation/lookup.ts";
import type { Operation } from "../operation/operation.ts";
import { readObject } from "../reconcile/observe.ts";
import { naturalId, newId, paramsFor, pathInputs } from "../state/ids.ts";
import { hidden } from "../state/state.ts";
import { intentOf } from "./intent.ts";
import { entriesIn, isElsewhere, listOfNames, unclaimedIn, wasFreed } from "./names.ts";

/** Looks for the object until it is found, or until it is certain that it was not created. */
export async function findLost(operation: Operation, lost: Lost): Promise<Outcome> {
  const { clock } = operation.context;
  const start = clock.now();
  const showsIn = showsAt(lost) - start;
  const last = showsIn > 30_000 ? [showsIn] : [];
  let seen: Look = { outcome: "unseen", proof: false };
  try {
    for (const [look, at] of [...lookMilliseconds, ...last].entries()) {
      const wait = start + at - clock.now();
      // A look that has to be confirmed takes as long as several: only the last one is worth being late for.
      if (wait < 0 && look < lookMilliseconds.length + last.length - 1) continue;
      await operation.waiting.pause(wait, "the outcome of its creation to show");
      seen = await lookFor(operation, lost);
      if (seen.outcome !== "unseen") return seen;
    }
    seen = await confirmed(operation, lost, seen);
  } catch (error) {
    if (!HostingError.isInstance(error)) throw error;
    return unknown;
  }
  return conclude(seen, lost);
}

/** What is known after a single look, long after the request was sent. */
export async function lookBack(operation: Operation, lost: Lost): Promise<Outcome> {
  const { definition, witness } = operation;
  // What has its name in another account is not what it made.
  if (!(await witness.isGiven(definition.kind)) && !witness.sees(witness.mark)) return unknown;
  const first = await lookFor(operation, lost);
  const isCertain = operation.context.clock.now() >= showsAt(lost);
  const judged = { ...lost, applied: lost.applied || !isCertain };
  return conclude(await confirmed(operation, judged, first), judged);
}

/**
 * From when on lists tell the object from one that an earlier run deleted to make room for it: a name
 * of the user's own was that one's as well, and lists lag behind.
 */
export function toldApartAt(inputs: Props, sentAt: number): number {
  return isFixedName(inputs) ? sentAt + lagMilliseconds : sentAt;
}

/** What became of a create whose answer is lost. */
export type Outcome =
  | { readonly outcome: "made"; readonly id: string }
  /** Proven: it was not carried out, and cannot be any more. */
  | { readonly outcome: "absent" }
  /** Not carried out either: `by` has its name and was there before, as in a forced replacement. */
  | { readonly outcome: "nameTaken"; readonly by: string }
  /** Nobody can say; `fits` are ids of what may be it, and may be someone else's, or under another name. */
  | {
      readonly outcome: "unknown";
      readonly fits: readonly string[];
      readonly isRewritten?: boolean;
    };

/** A create whose answer is lost. */
export interface Lost {
  readonly inputs: Props;
  /** True when the platform said that it was carried out. */
  readonly applied: boolean;
  /** From when on the request cannot arrive any more. */
  readonly settlesAt: number;
  /** What the list showed before it was sent; undefined where that is not known. */
  readonly before?: ReadonlySet<string> | undefined;
  /** True where nothing tells that nobody had its name: what was looked at before was a part of the list. */
  readonly mayBeTaken?: boolean | undefined;
}

/** What one look shows: not to be seen is a proof only where the route is known to show it. */
type Look =
  | Extract<Outcome, { outcome: "made" | "unknown" }>
  | {
      readonly outcome: "unseen";
      readonly proof: boolean;
      /** True where the list showed nothing at all. */
      readonly isOfEmpty?: boolean;
      readonly takenBy?: string | undefined;
      /** What may be it by another name, unless it turns out to be made by others in this run. */
      readonly unclaimed?: readonly string[];
    };

/** Milliseconds after the loss at which it is looked for. */
const lookMilliseconds = [1_000, 3_000, 7_000, 15_000, 30_000];

const unknown = { outcome: "unknown", fits: [] } as const;

/** From when on every list shows what the request made, if it made anything. */
function showsAt({ settlesAt }: Lost): number {
  return settlesAt + lagMilliseconds;
}

/** A list that shows nothing at all may be a mistake of the platform: another one decides. */
async function confirmed(operation: Operation, lost: Lost, seen: Look): Promise<Look> {
  if (seen.outcome !== "unseen" || seen.isOfEmpty !== true || lost.applied) return seen;
  await operation.waiting.pause(emptyMilliseconds, "the outcome of its creation to show");
  return lookFor(operation, lost);
}

function conclude(seen: Look, { applied }: Lost): Outcome {
  if (seen.outcome !== "unseen") return seen;
  const { unclaimed = [] } = seen;
  if (unclaimed.length > 0) return { outcome: "unknown", fits: unclaimed, isRewritten: true };
  if (!seen.proof) return unknown;
  if (seen.takenBy !== undefined) return { outcome: "nameTaken", by: seen.takenBy };
  return applied ? unknown : { outcome: "absent" };
}

async function lookFor(operation: Operation, lost: Lost): Promise<Look> {
  const { definition, routes } = operation;
  const { inputs } = lost;
  const id = naturalId(definition, inputs);
  const isListed = routes.route(definition.kind, "list")?.standing === "documented";
  // One list answers for all creates that are in doubt.
  if (id === undefined || (isListed && definition.naturalId === undefined)) {
    return lookByName(operation, lost);
  }
  const { outcome } = await readObject(operation, { id, inputs, state: {} });
  if (outcome === "gone") return { outcome: "unseen", proof: true };
  if (outcome !== "seen") return { outcome: "unseen", proof: false };
  if (wasThere(operation, id)) return { outcome: "unseen", proof: true, takenBy: id };
  return isOurs(operation, lost) ? { outcome: "made", id } : { outcome: "unknown", fits: [id] };
}

async function lookByName(operation: Operation, lost: Lost): Promise<Look> {
  const { context, definition, routes } = operation;
  const { kind } = definition;
  const { inputs } = lost;
  const list = await listWith(operation, inputs);
  if (list === undefined) return unknown;
  const idOf = (answer: Props) => newId(definition, list.route, { answer, inputs }) ?? withoutId;
  const all = list.items
    .filter((item) => item["name"] === inputs["name"])
    .filter((item) => !isGoing(operation, inputs, { item, id: idOf(item) }));
  const here = all.filter((item) => !isElsewhere(inputs, item));
  // A list that never has the region asked for may have the platform's own word for it.
  const isSpelledSo = list.items.some((item) => item["region"] === inputs["region"]);
  const others = isSpelledSo ? [] : all.filter((item) => isElsewhere(inputs, item));
  const known = context.journal.madeForOthers(intentOf(context, definition, inputs));
  const isNew = (item: Props) => {
    return !wasThere(operation, idOf(item)) && !known.includes(idOf(item));
  };
  const fits = [...here, ...others].filter(isNew).map(idOf);
  const [id] = fits;
  if (id === undefined) {
    // A list that shows no names says nothing about one (spec 4 note 1).
    const hasNames = list.items.length === 0 || list.items.some((item) => "name" in item);
    const isTold = hasNames && list.whole && routes.isTrusted(kind, "list");
    const proof = isTold && (await operation.witness.isGiven(kind));
    const unclaimed = unclaimedIn(operation, list.items, lost);
    const isOfEmpty = proof && list.items.length === 0;
    return { outcome: "unseen", proof, isOfEmpty, takenBy: here.map(idOf)[0], unclaimed };
  }
  const isTold = fits.length === 1 && id !== withoutId && here.some(isNew);
  return isTold && isOurs(operation, lost) ? { outcome: "made", id } : { outcome: "unknown", fits };
}

/** What was deleted to make room, by this run or an earlier one, may still be listed. */
function isGoing(operation: Operation, inputs: Props, { item, id }: Entry): boolean {
  const { context, definition } = operation;
  const { memory } = context;
  if (memory.isDeleted(definition.kind, id) || isGoneOrGoing(item, context)) return true;
  // A name in the place of an id is that of the new object as well.
  return id !== inputs["name"] && wasFreed(operation, inputs, id);
}

/** An entry of a list, and the id of its object. */
interface Entry {
  readonly item: Props;
  readonly id: string;
}

/** How messages name what a list shows without an id of its kind. */
const withoutId = "one without id";

/** The list that would show it; undefined where the platform offers no way to look for it. */
async function listWith({ definition, requests, routes }: Operation, inputs: Props) {
  const route = routes.route(definition.kind, "list");
  if (route === undefined || typeof inputs["name"] !== "string") return undefined;
  const parents = pathInputs(route).map((input) => String(inputs[input]));
  try {
    const listing: Snapshot = await requests.list(route, paramsFor(route, parents.join("/")));
    return { route, ...listing };
  } catch (error) {
    if (!isMissing(error) || routes.isTrusted(definition.kind, "list")) throw error;
    return undefined;
  }
}

/** What the list of names showed before a create is sent: the look for its name has asked for it. */
export async function entriesBefore(operation: Operation): Promise<ReadonlySet<string>> {
  const route = listOfNames(operation);
  const items = route === undefined ? [] : (await operation.requests.list(route, {}, 0)).items;
  return entriesIn(operation.definition.kind, items);
}

/**
 * By which name a list, or else a GET, shows what an answer calls otherwise: by that one only if it is new.
 * `id` is the one that it has by it. "unknown" where nothing could tell; what is only as long as a page may lag.
 */
export async function whichIsThere(
  operation: Operation,
  inputs: Props,
  { shown, before, id }: { shown: Props; before: ReadonlySet<string>; id: string },
): Promise<"sent" | "found" | "neither" | "another's" | "unknown"> {
  const { context, definition } = operation;
  const list = await listWith(operation, inputs);
  if (list === undefined) {
    const { outcome } = await lookUp(operation, { kind: definition.kind, id });
    return outcome === "seen" ? "found" : "unknown";
  }
  if (list.items.some(({ name }) => name === inputs["name"])) return "sent";
  const item = list.items.find(({ name }) => name === shown["name"]);
  if (item === undefined) return list.complete ? "neither" : "unknown";
  if (context.memory.wasDeleted(definition, id)) return "found";
  return unclaimedIn(operation, [item], { inputs, before }).length > 0 ? "found" : "another's";
}

/** True for an object that a state has: the lost create cannot have made it. */
function wasThere({ context, definition }: Operation, id: string): boolean {
  return context.memory.isInState(definition.kind, id);
}

/**
 * A name we made belongs to this declaration alone. One of the user's own may have been taken
 * before, unless all of the list was looked at before the create.
 */
function isOurs({ definition, routes }: Operation, { inputs, mayBeTaken }: Lost): boolean {
  if (!isFixedName(inputs)) return true;
  return mayBeTaken !== true && routes.route(definition.kind, "list")?.standing === "documented";
}

function isFixedName(inputs: Props): boolean {
  return inputs["name"] !== undefined && inputs[hidden.generatedName] !== true;
}
