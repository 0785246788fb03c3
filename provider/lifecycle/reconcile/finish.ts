import type { Definition, Observed, Props } from "../../definition/definition.ts";
import type { Context } from "../operation/context.ts";
import { composeState, type Known, partialFailure } from "./stored-state.ts";
import { converge, differing } from "./converge.ts";

/** An object and the state to store for it. */
export interface Stored {
  readonly id: string;
  readonly state: Readonly<Record<string, unknown>>;
}

/** Waits for an object that exists and stores it, ready or not. */
export async function finish(
  context: Context,
  definition: Definition,
  { session, known }: Parameters<typeof composeState>[2],
): Promise<Stored> {
  const compose = (observed: Observed) =>
    composeState(context, definition, { session, known: { ...known, observed } });
  try {
    const observed = await converge(session, definition, known);
    return { id: known.id, state: compose(observed) };
  } catch (error) {
    const state = compose(known.observed);
    throw partialFailure(error, known.id, { ...state, ...asSeen(definition, known) });
  }
}

/** Inputs that the object is seen to have otherwise: the next diff has to find them. */
function asSeen(definition: Definition, known: Known): Props {
  const behind = differing(definition, known);
  return Object.fromEntries(behind.map((name) => [name, known.observed[name]]));
}
