import type { Definition } from "../definition/definition.ts";
import type { Observed, Props } from "../definition/session.ts";
import { HostingError } from "../errors.ts";
import { updateUnresolved } from "./create/placeholder.ts";
import { isUnresolved } from "./create/unresolved.ts";
import { sessionOf } from "./hooks/session.ts";
import { idNamespace } from "./identity/ids.ts";
import { checkWorld } from "./identity/world.ts";
import type { Context } from "./operation/context.ts";
import { isToBeRestored, noteInUse } from "./operation/holders.ts";
import { confirmOwner } from "./operation/known-keys.ts";
import { Operation } from "./operation/operation.ts";
import { partialFailure, stateOf, withKeptName } from "./operation/stored-state.ts";
import { asSeen, differing, sendUpdate } from "./reconcile/converge.ts";
import {
  detailsOf,
  type Known,
  observedIn,
  readObject,
  waitUntilReady,
} from "./reconcile/ready.ts";
import { InputRecords } from "./record/input-records.ts";
import { withoutSecrets } from "./record/secrets.ts";
import { deepEqual, hidden, learnedRoutes, pickHidden, pickShape } from "./record/state.ts";

/**
 * Applies changed inputs and finishes what an earlier operation left undone.
 *
 * @throws PartialFailure with the properties really reached when the object is left half-way.
 */
export function update(
  context: Context,
  definition: Definition,
  work: Change,
): Promise<Readonly<Record<string, unknown>>> {
  const props = [work.inputs, work.state];
  return withoutSecrets(definition, props, (own) => updateDeclared(context, own, work));
}

interface Change {
  readonly id: string;
  readonly state: Props;
  readonly inputs: Props;
}

async function updateDeclared(
  context: Context,
  definition: Definition,
  work: Change,
): Promise<Readonly<Record<string, unknown>>> {
  const { id, state: before } = work;
  if (isUnresolved(id)) updateUnresolved(definition, work);
  const inputs = withKeptName(work.inputs, before);
  const known: Known = { id, inputs, state: before, observed: {} };
  const props = { ...pickShape(definition.outputs, before), ...inputs, ...pickHidden(before) };
  const operation = new Operation(context, definition, { name: "update", id, props });
  checkWorld(context, before, operation.subject);
  noteInUse(operation, { id, inputs });
  const resumed = await resume(operation, known);
  const observed = { ...resumed, ...(await restore(operation, known)) };
  const { records, changed } = InputRecords.in(definition, before).afterDeclaration(inputs);
  const updated = changed.filter((name) => definition.changes[name]?.on === "update");
  const expecting = [...new Set([...updated, ...differing(definition, { ...known, observed })])];
  if (expecting.length === 0) return stateOf(operation, { ...known, observed }, records);
  await confirmOwner(operation);
  const answer = await send(operation, { ...known, observed }, expecting);
  const answered = { ...known, observed: { ...observed, ...answer } };
  try {
    const seen = await waitUntilReady(operation, { ...answered, expecting });
    const written = records.afterWrite(operation.looked, expecting);
    return stateOf(operation, { ...known, observed: seen }, written);
  } catch (error) {
    throw partialFailure(error, id, stateOf(operation, answered, records));
  }
}

/** Goes on waiting for an object that an earlier operation did not see finished. */
async function resume(operation: Operation, known: Known): Promise<Observed> {
  if (known.state[hidden.unfinished] === undefined) return {};
  try {
    const seen = await waitUntilReady(operation, known);
    return { ...seen, ...(await detailsOf(operation, known, { ...known.state, ...seen })) };
  } catch (error) {
    // Nothing was sent, so the inputs stay those of the state: the change is not lost.
    const state = { ...known.state, [hidden.routes]: operation.routes.learned };
    throw partialFailure(error, known.id, state);
  }
}

/** Rule 8: undoes the beginning of a deletion that did not happen. */
async function restore(operation: Operation, known: Known): Promise<Observed> {
  const { context, definition, subject } = operation;
  if (!isToBeRestored(context, definition, known)) return {};
  await confirmOwner(operation);
  const { outcome } = await readObject(operation, known);
  if (outcome === "gone") throw deleted(subject, known.id);
  const seen = await definition.restore?.run(sessionOf(operation), known);
  const observed = observedIn(operation, seen ?? {});
  const ready = await waitUntilReady(operation, { ...known, observed });
  context.journal.endStop({ type: idNamespace(definition), id: known.id });
  return ready;
}

/** An interrupted run has deleted it after it was stopped. */
function deleted(subject: string, id: string): HostingError {
  return new HostingError(
    "notFound",
    `${subject} (${id}) was not started: an earlier run has deleted it. Run \`pulumi refresh\`, then \`pulumi up\` to create it again.`,
  );
}

/**
 * A refused change leaves the state as it was, except for what was learned about routes, and for how
 * the object was seen: a program that goes back to what the state declares still differs from it.
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
    const { learned: routes } = operation.routes;
    const seen = { ...before, ...asSeen(operation, known) };
    if (deepEqual(routes, learnedRoutes(before)) && deepEqual(seen, before)) throw error;
    throw partialFailure(error, id, { ...seen, [hidden.routes]: routes });
  }
}
