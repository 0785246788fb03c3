import type { Definition } from "../../definition/definition.ts";
import type { Props } from "../../definition/session.ts";
import { HostingError, PartialFailure } from "../../errors.ts";
import type { Intent } from "../memory/journal.ts";
import type { Context } from "../operation/context.ts";
import { Operation } from "../operation/operation.ts";
import { partialFailure } from "../reconcile/stored-state.ts";
import {
  doubtName,
  rememberedIn,
  tokenOf,
  type Unresolved,
  unresolvedId,
  wayOut,
  wayToDelete,
} from "../state/doubt.ts";
import { hidden, pickInputs, pickShownOnce } from "../state/state.ts";
import { subjectOf } from "../state/subject.ts";
import { checkWorld } from "../state/world.ts";
import { type Lost, lookBack, type Outcome, toldApartAt } from "./find-lost.ts";
import { intentOf } from "./intent.ts";

/** The error that stores a create of unknown outcome, so that it is not silently done again. */
export function unresolved(
  { context, definition, routes, shownOnce, subject, witness }: Operation,
  { intent, lost, cause, fits }: Doubt,
): PartialFailure {
  const { inputs, applied, settlesAt, mayBeTaken = false } = lost;
  const state = {
    ...inputs,
    ...shownOnce,
    [hidden.world]: context.world,
    // Only the key that sent it is known to see what it made.
    [hidden.seenBy]: witness.keyMark,
    [hidden.routes]: routes.learned,
    [hidden.unresolved]: {
      ...{ applied, settlesAt, at: context.clock.now() },
      ...(mayBeTaken && { mayBeTaken }),
    },
  };
  const id = unresolvedId(intent.token);
  const seen = fits.length === 0 ? "" : `, maybe as ${fits.slice(0, 2).join(" or ")}`;
  // What may be it is told from those.
  const others = fits.length === 0 ? context.journal.madeForOthers(intent) : [];
  const way = wayOut(definition, { id, state }, others);
  const text = `${subject} may exist${seen}: ${cause}. ${way}`;
  return partialFailure(new HostingError("unknownOutcome", text, { reason: cause }), id, state);
}

/**
 * True once it is found, proven absent or given up by the user: then the real object takes its place,
 * for which nothing is deleted. Until then it stays blocked.
 */
export async function isReplaceable(
  context: Context,
  definition: Definition,
  { inputs, ...work }: Unresolved & { inputs: Props },
): Promise<boolean> {
  const { id, state } = work;
  const intent = intentOf(context, definition, inputs);
  if (inputs["adopt"] === undefined && !isForgotten(context, work)) {
    const outcome = await outcomeOf(context, definition, work);
    const isSame = [intent.token, intent.olderToken].includes(tokenOf(id));
    if (outcome.outcome === "unknown" || !isSame) return false;
    if (outcome.outcome === "made") context.journal.made(intent, outcome.id);
    else forget(context, work);
  } else {
    forget(context, work);
  }
  checkWorld(context, state, id);
  const shownOnce = isForgotten(context, work) ? {} : pickShownOnce(definition, state);
  context.memory.noteReplaced(intent.declaration, { id, shownOnce });
  return true;
}

/** The id of the object, once it is found; undefined while nobody knows, "gone" when it is proven absent. */
export async function identifyUnresolved(
  context: Context,
  definition: Definition,
  work: Unresolved,
): Promise<string | "gone" | undefined> {
  const outcome = await outcomeOf(context, definition, work);
  if (outcome.outcome === "made") return outcome.id;
  if (outcome.outcome === "unknown") return undefined;
  forget(context, work);
  return "gone";
}

/**
 * The id of the object to delete; "gone" once its real object takes its place, or the user gave it up.
 *
 * @throws HostingError while nobody knows: forgetting what may exist is the user's decision.
 */
export async function idToDelete(
  context: Context,
  definition: Definition,
  work: Unresolved,
): Promise<string | "gone"> {
  if (context.memory.isReplaced(work.id) || isForgotten(context, work)) return "gone";
  // A forced replacement compares nothing, and its `adopt` stands for the outcome as well.
  if (isAdopted(context, work)) {
    forget(context, work);
    return "gone";
  }
  const found = await identifyUnresolved(context, definition, work);
  if (found !== undefined) return found;
  throw new HostingError(
    "unknownOutcome",
    `${subjectOf(definition, work.state)} was not deleted: it is not known whether it exists. ${wayToDelete(definition, work, othersOf(context, definition, work))}`,
  );
}

/** True where the program adopts an object for this very create: one place may have several in doubt. */
function isAdopted(context: Context, { id }: Unresolved): boolean {
  return context.declared.adopting.some(({ definition, inputs }) => {
    return intentOf(context, definition, inputs).token === tokenOf(id);
  });
}

/** @throws PartialFailure always: the way out is not an update. */
export function updateUnresolved(
  context: Context,
  definition: Definition,
  { inputs, ...work }: Unresolved & { inputs: Props },
): never {
  const reason = `${subjectOf(definition, inputs)} was not changed: it is still not known whether it exists. ${wayOut(definition, work, othersOf(context, definition, work))}`;
  throw new PartialFailure(new HostingError("unknownOutcome", reason), work.id, work.state);
}

function othersOf(
  context: Context,
  definition: Definition,
  { state }: Unresolved,
): readonly string[] {
  return context.journal.madeForOthers(
    intentOf(context, definition, pickInputs(definition, state)),
  );
}

/** A create whose outcome is about to be stored as unknown. */
interface Doubt {
  readonly intent: Intent;
  readonly lost: Lost;
  /** What came between, as "the answer was lost". */
  readonly cause: string;
  /** Ids of what may be it. */
  readonly fits: readonly string[];
}

/** Forgets the create in doubt, but not the one that was sent in its place and ended unseen. */
function forget({ journal }: Context, { id, state }: Unresolved): void {
  const token = tokenOf(id);
  const recorded = journal.find(token);
  if (recorded !== undefined && recorded.at <= rememberedIn(state).at) journal.drop(token);
}

/** Who looks before the request can no longer arrive has not seen what there will be. */
function isForgotten({ clock, forgetUnresolved }: Context, { id, state }: Unresolved): boolean {
  const { at, settlesAt } = rememberedIn(state);
  return forgetUnresolved.includes(doubtName(tokenOf(id), at)) && clock.now() >= settlesAt;
}

async function outcomeOf(
  context: Context,
  definition: Definition,
  { state }: Unresolved,
): Promise<Outcome> {
  const inputs = pickInputs(definition, state);
  const { at, ...remembered } = rememberedIn(state);
  if (context.clock.now() < toldApartAt(inputs, at)) return { outcome: "unknown", fits: [] };
  const operation = new Operation(context, definition, { name: "read", props: state });
  return lookBack(operation, { inputs, ...remembered });
}
