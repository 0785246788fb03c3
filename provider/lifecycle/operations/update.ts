import type { Definition, Observed, Props } from "../../definition/definition.ts";
import { noteInUse } from "../create-once/intent.ts";
import { isUnresolved, updateUnresolved } from "../create-once/unresolved.ts";
import type { Context } from "../operation/context.ts";
import { OperationSession } from "../operation/session.ts";
import { composeState, type Known, partialFailure, withKeptName } from "../reconcile/stored-state.ts";
import { differing, sendUpdate } from "../reconcile/converge.ts";
import { observedIn } from "../reconcile/observe.ts";
import { hidden, learnedRoutes } from "../state/state.ts";
import { checkWorld } from "../state/world.ts";
import { settle } from "../reconcile/ready.ts";
import { changedInputs } from "./diff.ts";

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
  const { id, state: before } = work;
  if (isUnresolved(id)) updateUnresolved(definition, { id, state: before });
  const inputs = withKeptName(work.inputs, before);
  const props = { ...inputs, [hidden.routes]: before[hidden.routes] };
  const session = new OperationSession(context, definition, { operation: "update", props });
  checkWorld(context, before, session.subject);
  const why = `an older state of it was to be deleted; ${id} is in use, so it stays.`;
  noteInUse(context, definition, { id, inputs, why });
  const known: Known = { id, inputs, state: before, observed: {} };
  const observed = await renewed(session, definition, {
    ...known,
    observed: await resume(session, definition, known),
  });
  const changed = changedInputs(definition, before, inputs).filter(
    (name) => definition.changes[name]?.on === "update",
  );
  const wanting = [...new Set([...changed, ...differing(definition, { ...known, observed })])];
  const compose = (seen: Observed) =>
    composeState(context, definition, { session, known: { ...known, observed: seen } });
  if (wanting.length === 0) return compose(observed);
  const answered = await send(session, definition, { known, changed: wanting });
  try {
    return compose(
      await settle(session, definition, { ...known, observed: answered, expecting: wanting }),
    );
  } catch (error) {
    throw partialFailure(error, id, compose(answered));
  }
}

/** Goes on waiting for an object that an earlier operation did not see finished. */
async function resume(
  session: OperationSession,
  definition: Definition,
  known: Known,
): Promise<Observed> {
  if (known.state[hidden.unfinished] === undefined) return {};
  try {
    return await settle(session, definition, known);
  } catch (error) {
    // Nothing was sent, so the inputs stay those of the state: the change is not lost.
    throw partialFailure(error, known.id, { ...known.state, [hidden.routes]: session.learned });
  }
}

async function renewed(
  session: OperationSession,
  definition: Definition,
  known: Known,
): Promise<Observed> {
  if (definition.renew?.isDue(known.state, known.inputs) !== true) return known.observed;
  const answer = await definition.renew.run(session, known);
  return observedIn(definition, answer, session.assumptions);
}

/** A refused change leaves the state as it was, except for what was learned about routes. */
async function send(
  session: OperationSession,
  definition: Definition,
  work: { known: Known; changed: readonly string[] },
): Promise<Observed> {
  try {
    return await sendUpdate(session, definition, work);
  } catch (error) {
    const { id, state: before } = work.known;
    const learned = JSON.stringify(session.learned) !== JSON.stringify(learnedRoutes(before));
    if (!learned) throw error;
    throw partialFailure(error, id, { ...before, [hidden.routes]: session.learned });
  }
}
