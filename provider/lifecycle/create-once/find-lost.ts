import type { Definition, Listing, Props } from "../../definition/definition.ts";
import { HostingError } from "../../errors.ts";
import { lagMilliseconds } from "../memory/run-memory.ts";
import type { Context } from "../operation/context.ts";
import type { OperationSession } from "../operation/session.ts";
import { naturalId, newId, paramsFor, pathInputs } from "../state/ids.ts";
import { hidden } from "../state/state.ts";
import { observe } from "../reconcile/ready.ts";

/** What became of a create whose answer is lost. */
export type Resolution =
  | { readonly outcome: "made"; readonly id: string }
  /** Proven: it was not carried out, and cannot be any more. */
  | Absent
  /** Nobody can say; `fits` are ids of what may be it, and may be someone else's. */
  | { readonly outcome: "unknown"; readonly fits: readonly string[] };

interface Absent {
  readonly outcome: "absent";
  /** Id of the one that has its name, and is in the state already: a forced replacement repeats it. */
  readonly takenBy?: string | undefined;
}

/** What one look shows: not to be seen is a proof only where the route is known to show it. */
type Look = Exclude<Resolution, Absent> | Unseen;

interface Unseen extends Omit<Absent, "outcome"> {
  readonly outcome: "unseen";
  readonly proof: boolean;
}

/** A create in doubt. */
export interface Doubtful {
  readonly inputs: Props;
  /** True when the platform said that it was carried out. */
  readonly applied: boolean;
  /** From when on the request cannot arrive any more. */
  readonly settlesAt: number;
}

/** Milliseconds after the loss at which it is looked for. */
const lookMilliseconds = [1_000, 3_000, 7_000, 15_000, 30_000];

/** Looks for the object until it is found, or until it is certain that it was not created. */
export async function resolve(
  context: Context,
  definition: Definition,
  { session, doubtful }: { session: OperationSession; doubtful: Doubtful },
): Promise<Resolution> {
  const start = context.clock.now();
  const showsIn = showsAt(doubtful) - start;
  const last = showsIn > 30_000 ? [showsIn] : [];
  let seen: Look = { outcome: "unseen", proof: false };
  try {
    for (const at of [...lookMilliseconds, ...last]) {
      await session.pause(start + at - context.clock.now(), "the outcome of its creation to show");
      seen = await lookFor(session, definition, doubtful.inputs);
      if (seen.outcome !== "unseen") return seen;
    }
  } catch (error) {
    if (!HostingError.isInstance(error)) throw error;
    return { outcome: "unknown", fits: [] };
  }
  return conclude(seen, doubtful);
}

/** What is known after a single look, long after the request was sent. */
export async function lookBack(
  context: Context,
  definition: Definition,
  { session, doubtful }: { session: OperationSession; doubtful: Doubtful },
): Promise<Resolution> {
  const seen = await lookFor(session, definition, doubtful.inputs);
  const isCertain = context.clock.now() >= showsAt(doubtful);
  return conclude(seen, { ...doubtful, applied: doubtful.applied || !isCertain });
}

/** From when on every list shows what the request made, if it made anything. */
function showsAt({ settlesAt }: Doubtful): number {
  return settlesAt + lagMilliseconds;
}

function conclude(seen: Look, { applied }: Doubtful): Resolution {
  if (seen.outcome !== "unseen") return seen;
  const { proof, takenBy } = seen;
  if (proof && (!applied || takenBy !== undefined)) return { outcome: "absent", takenBy };
  return { outcome: "unknown", fits: [] };
}

async function lookFor(
  session: OperationSession,
  definition: Definition,
  inputs: Props,
): Promise<Look> {
  const id = naturalId(definition, inputs);
  const isListed = session.route(definition.kind, "list")?.standing === "documented";
  // One list answers for all creates that are in doubt.
  if (id === undefined || (isListed && definition.naturalId === undefined)) {
    return lookByName(session, definition, inputs);
  }
  const seen = await observe(session, definition, { id, inputs, state: {} });
  if (seen === undefined) return { outcome: "unseen", proof: false };
  if (seen === "gone") return { outcome: "unseen", proof: true };
  if (session.sightings.isStored(definition.kind, id)) {
    return { outcome: "unseen", proof: true, takenBy: id };
  }
  return isOurs(session, definition, inputs) ? { outcome: "made", id } : foreign([id]);
}

async function lookByName(
  session: OperationSession,
  definition: Definition,
  inputs: Props,
): Promise<Look> {
  const route = session.route(definition.kind, "list");
  const { name } = inputs;
  if (route === undefined || typeof name !== "string") return unlistable;
  const parents = pathInputs(route).map((input) => String(inputs[input]));
  let listing: Listing;
  try {
    listing = await session.list(route, paramsFor(route, parents.join("/")));
  } catch (error) {
    const hasNone = HostingError.isInstance(error) && error.code === "noRoute";
    if (!hasNone || session.isTrusted(definition.kind, "list")) throw error;
    return unlistable;
  }
  const { items, whole } = listing;
  const all = items
    .filter((item) => item["name"] === name)
    .map((answer) => newId(definition, route, { answer, inputs }) ?? "one without id")
    // What this run deleted to make room may still be listed.
    .filter((known) => !session.sightings.isDeleted(definition.kind, known));
  const isStored = (known: string) => session.sightings.isStored(definition.kind, known);
  const ids = all.filter((known) => !isStored(known));
  const [id] = ids;
  if (id === undefined) {
    const proof = whole && session.isTrusted(definition.kind, "list");
    return { outcome: "unseen", proof, takenBy: all.find(isStored) };
  }
  const certain = ids.length === 1 && isOurs(session, definition, inputs);
  return certain ? { outcome: "made", id } : foreign(ids);
}

/** The platform offers no way to look for it. */
const unlistable: Look = { outcome: "unknown", fits: [] };

/**
 * A name we made belongs to this declaration alone. One of the user's own may have been taken
 * before, unless the list was looked at before the create.
 */
function isOurs(session: OperationSession, definition: Definition, inputs: Props): boolean {
  return !isFixedName(inputs) || session.route(definition.kind, "list")?.standing === "documented";
}

/**
 * From when on lists tell the object from one that an earlier run deleted to make room for it: a name
 * of the user's own was that one's as well, and lists lag behind.
 */
export function toldApartAt(inputs: Props, sentAt: number): number {
  return isFixedName(inputs) ? sentAt + lagMilliseconds : sentAt;
}

function isFixedName(inputs: Props): boolean {
  return inputs["name"] !== undefined && inputs[hidden.generatedName] !== true;
}

function foreign(fits: readonly string[]): Look {
  return { outcome: "unknown", fits };
}
