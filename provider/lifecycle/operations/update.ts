import type { Definition } from "../../definition/definition.ts";
import type { Observed, Props } from "../../definition/session.ts";
import { PartialFailure } from "../../errors.ts";
import { adoptsAt, noteInUse } from "../create-once/intent.ts";
import { renewOnce } from "../create-once/renew-once.ts";
import { updateUnresolved } from "../create-once/unresolved.ts";
import type { Context } from "../operation/context.ts";
import { Operation } from "../operation/operation.ts";
import { differing, sendUpdate } from "../reconcile/converge.ts";
import { confirmOwn, detailsUnseen, type Known, waitUntilReady } from "../reconcile/observe.ts";
import { asSeen, partialFailure, stateOf, withKeptName } from "../reconcile/stored-state.ts";
import { isUnresolved } from "../state/doubt.ts";
import { deepEqual, hidden, learnedRoutes, pickHidden, pickShape } from "../state/state.ts";
import { checkWorld } from "../state/world.ts";
import { noteMoved, saysAnew } from "./adoptions.ts";
import { changedInputs } from "./diff.ts";
import { keepAfterAll } from "./keep.ts";

/**
 * Applies changed inputs and finishes what an earlier operation left undone.
 *
 * @throws PartialFailure with the properties really reached when the object is left half-way.
 */
export async function update(
  context: Context,
  definition: Definition,
  work: { id: string; state: Props; inputs: Props },
): Promise<Readonly<Record<string, unknown>>> {
  const { id } = work;
  // The time of a new `adopt` is nowhere until the engine has stored this.
  const isStored = !saysAnew(context, definition, work);
  try {
    const state = await change(context, definition, work);
    noteMoved(context, definition, { id, state, isStored });
    return state;
  } catch (error) {
    if (error instanceof PartialFailure)
      noteMoved(context, definition, { id, state: error.properties, isStored });
    throw error;
  }
}

async function change(
  context: Context,
  definition: Definition,
  work: { id: string; state: Props; inputs: Props },
): Promise<Readonly<Record<string, unknown>>> {
  const { id } = work;
  const since = saysAnew(context, definition, work)
    ? { [hidden.adoptedAt]: adoptsAt(context, definition, work) }
    : {};
  const before = { ...work.state, ...since };
  if (isUnresolved(id)) updateUnresolved(context, definition, { ...work, state: before });
  const inputs = withKeptName(work.inputs, before);
  const known: Known = { id, inputs, state: before, observed: {} };
  const props = { ...pickShape(definition.outputs, before), ...inputs, ...pickHidden(before) };
  const operation = new Operation(context, definition, { name: "update", id, props });
  checkWorld(context, before, operation.subject);
  const why = `an older state of it was to be deleted; ${id} is in use, so it stays.`;
  noteInUse(operation, { id, inputs, why });
  const resumed = await resume(operation, known);
  const kept = await keepAfterAll(operation, known);
  const observed = (await renewOnce(operation, known)) ?? kept ?? resumed;
  const changed = changedInputs(definition, before, inputs).filter(
    (name) => definition.changes[name]?.on === "update",
  );
  const expecting = [...new Set([...changed, ...differing(definition, { ...known, observed })])];
  if (expecting.length === 0) return stateOf(operation, { ...known, observed });
  await confirmOwn(operation, known);
  const answered = { ...known, observed: await send(operation, { ...known, observed }, expecting) };
  try {
    const seen = await waitUntilReady(operation, { ...answered, expecting });
    return stateOf(operation, { ...known, observed: seen });
  } catch (error) {
    throw partialFailure(error, id, stateOf(operation, answered));
  }
}

/** Goes on waiting for an object that an earlier operation did not see finished. */
async function resume(operation: Operation, known: Known): Promise<Observed> {
  if (known.state[hidden.unfinished] === undefined) return {};
  try {
    const seen = await waitUntilReady(operation, known);
    return { ...seen, ...(await detailsUnseen(operation, known, seen)) };
  } catch (error) {
    // Nothing was sent, so the inputs stay those of the state: the change is not lost.
    const state = { ...known.state, [hidden.routes]: operation.routes.learned };
    throw partialFailure(error, known.id, state);
  }
}

/**
 * A refused change leaves the state as it was, except for what was learned about routes, and for what
 * the object was seen to have: a program that went back to what the state says still differs from it.
 */
async function send(
  operation: Operation,
  known: Known,
  changed: readonly string[],
): Promise<Observed> {
  try {
    return await sendUpdate(operation, known, changed);
  } catch (error) {
    const { id, state: before } = known;
    const { learned } = operation.routes;
    const seen = { ...before, ...asSeen(operation, known) };
    if (deepEqual(learned, learnedRoutes(before)) && deepEqual(seen, before)) throw error;
    throw partialFailure(error, id, { ...seen, [hidden.routes]: learned });
  }
}
