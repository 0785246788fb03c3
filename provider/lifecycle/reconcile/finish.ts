import type { Observed } from "../../definition/session.ts";
import { HostingError } from "../../errors.ts";
import type { Operation } from "../operation/operation.ts";
import { partialFailure, type Stored, stateOf } from "../operation/stored-state.ts";
import { Input } from "../record/input.ts";
import { InputRecords } from "../record/input-records.ts";
import { inputNames } from "../record/state.ts";
import { asSeen, converge } from "./converge.ts";
import { type Known, readObject } from "./ready.ts";

/**
 * Waits for an object that exists, sends what it lacks and stores it, ready or not.
 *
 * @throws PartialFailure with what was reached.
 */
export async function finish(operation: Operation, known: Known): Promise<Stored> {
  const { id } = known;
  try {
    const shown = await converge(operation, known);
    await lookAtExpendable(operation, known);
    // A list may show less than the answer to the create did.
    const observed = { ...known.observed, ...withoutUnset(shown) };
    return { id, state: stateOf(operation, { ...known, observed }, recordsOf(operation, known)) };
  } catch (error) {
    const state = stateOf(operation, known, InputRecords.in(operation.definition, known.inputs));
    throw partialFailure(error, id, { ...state, ...asSeen(operation, known) });
  }
}

/**
 * A create learns how all of its inputs are shown, by the looks that it made (rule 10); an adoption
 * learns only the inputs that mean the same: its looks may be older than its update.
 */
function recordsOf({ definition, looked }: Operation, { inputs }: Known): InputRecords {
  const isAdopted = inputs["adopt"] !== undefined;
  const names = inputNames(definition).filter((name) => {
    const values = { found: looked[name], declared: inputs[name] };
    return !isAdopted || new Input(definition, name).meetsDeclared(values);
  });
  return InputRecords.in(definition, inputs).afterWrite(looked, names);
}

/**
 * A look at a new object that a later difference would replace: the answer to its create may only
 * repeat what was sent.
 */
async function lookAtExpendable(operation: Operation, known: Known): Promise<void> {
  const isSeen = Object.keys(operation.looked).length > 0;
  if (isSeen || operation.definition.expendable !== true) return;
  try {
    await readObject(operation, known);
  } catch (error) {
    // It exists and can be used, and the next refresh looks as well.
    if (!HostingError.isInstance(error)) throw error;
  }
}

function withoutUnset(observed: Observed): Observed {
  return Object.fromEntries(Object.entries(observed).filter(([, value]) => value !== undefined));
}
