import { recognisedBy } from "../../../contract/ids.ts";
import type { Observed, Props } from "../../definition/session.ts";
import { asHostingError, HostingError, PartialFailure } from "../../errors.ts";
import type { Operation } from "../operation/operation.ts";
import { echoesOf } from "../state/answer.ts";
import { hidden, pickOutputs, pickShape, strings } from "../state/state.ts";
import { converge, differing } from "./converge.ts";
import { type Known, readObject } from "./observe.ts";

/** Waits for an object that exists and stores it, ready or not. */
export async function finish(operation: Operation, known: Known): Promise<Stored> {
  const { id } = known;
  try {
    const shown = await converge(operation, known);
    await confirmEchoes(operation, known);
    // A list may show less than the answer to the create did.
    const observed = { ...known.observed, ...withoutUnset(shown) };
    return { id, state: stateOf(operation, { ...known, observed }) };
  } catch (error) {
    const state = { ...stateOf(operation, known), ...asSeen(operation, known) };
    throw partialFailure(error, id, state);
  }
}

/** An object and the state to store for it. */
export interface Stored {
  readonly id: string;
  readonly state: Readonly<Record<string, unknown>>;
}

/** What is known of an object before its first state, where all of its inputs were sent at its creation. */
export function justSent({ definition, looked }: Operation, inputs: Props): Props {
  return { [hidden.echoes]: echoesOf(definition, inputs, looked) };
}

/** The whole state of an object: inputs, outputs and what the next operation has to remember. */
export function stateOf(
  operation: Operation,
  { inputs: given, observed, state: before }: Known,
): Record<string, unknown> {
  const { context, definition, looked, routes, witness } = operation;
  const { marksBefore } = witness;
  const inputs = withKeptName(given, before);
  const outputs = {
    ...pickShape(definition.outputs, before),
    // What may be another account's says nothing about this one.
    ...(witness.isSame ? pickOutputs(definition, observed) : {}),
  };
  const echoes = echoesOf(definition, inputs, looked);
  const name = inputs["name"] ?? observed["name"] ?? before["name"];
  return {
    ...inputs,
    ...(name === undefined ? {} : { name }),
    ...outputs,
    ...definition.derive?.(inputs),
    [hidden.world]: context.world,
    ...withoutUnset({
      [hidden.adoptedAt]: before[hidden.adoptedAt],
      [hidden.seenBy]: witness.mark,
      [hidden.seenBefore]: marksBefore.length === 0 ? undefined : marksBefore,
      [hidden.onlyAnswered]: onlyAnsweredAt(operation, before),
    }),
    [hidden.routes]: routes.learned,
    [hidden.echoes]: [...new Set([...strings(before[hidden.echoes]), ...echoes])].sort(),
  };
}

/**
 * When it was created, while only the answer to that has shown its addresses: some machines get them while they start.
 * An older state says `true`, which is long past.
 */
function onlyAnsweredAt({ context, definition, looked, name }: Operation, before: Props): unknown {
  const outputs = recognisedBy(definition.kind);
  const isLookedAt = outputs.some((output) => strings(looked[output]).length > 0);
  if (outputs.length === 0 || isLookedAt) return undefined;
  return name === "create" ? context.clock.now() : before[hidden.onlyAnswered];
}

/** A generated name never renames what exists: an adopted object keeps the name it has. */
export function withKeptName(inputs: Props, before: Props): Props {
  const name = inputs[hidden.generatedName] === true ? before["name"] : undefined;
  return name == null ? inputs : { ...inputs, name };
}

/** The error that stores what exists, so that the next `up` goes on from there. */
export function partialFailure(
  error: unknown,
  id: string,
  state: Readonly<Record<string, unknown>>,
): PartialFailure {
  const reason = asHostingError(error);
  return new PartialFailure(reason, id, { ...state, [hidden.unfinished]: reason.message });
}

/** Inputs that the object is seen to have otherwise: the next diff has to find them. */
export function asSeen({ definition }: Operation, known: Known): Observed {
  return Object.fromEntries(
    differing(definition, known).map((name) => [name, known.observed[name]]),
  );
}

/**
 * Makes sure that a look showed a new object that a difference would replace: an input whose value
 * only the answer to the create repeated may be shown in another spelling for ever.
 */
async function confirmEchoes(operation: Operation, known: Known): Promise<void> {
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
