import type { Definition, Observed, Props } from "../../definition/definition.ts";
import { asHostingError, PartialFailure } from "../../errors.ts";
import type { Context } from "../operation/context.ts";
import type { OperationSession } from "../operation/session.ts";
import { echoesOf, hidden, pickOutputs, strings } from "../state/state.ts";

/** What is known of an object when its state is written. */
export interface Known {
  readonly id: string;
  readonly inputs: Props;
  /** State before this operation; empty for a new object. */
  readonly state: Props;
  readonly observed: Observed;
  /** Inputs that were just sent: the object is not done before it shows them. */
  readonly expecting?: readonly string[];
}

/** The whole state of an object: inputs, outputs and what the next operation has to remember. */
export function composeState(
  context: Context,
  definition: Definition,
  { session, known }: { session: OperationSession; known: Known },
): Record<string, unknown> {
  const { state: before, observed } = known;
  const inputs = withKeptName(known.inputs, before);
  const outputs = { ...pickOutputs(definition, before), ...pickOutputs(definition, observed) };
  const echoes = echoesOf(definition, inputs, observed);
  const name = inputs["name"] ?? observed["name"] ?? before["name"];
  return {
    ...inputs,
    ...(name === undefined ? {} : { name }),
    ...outputs,
    ...definition.derive?.(inputs),
    [hidden.world]: context.world,
    [hidden.routes]: session.learned,
    [hidden.echoes]: [...new Set([...strings(before[hidden.echoes]), ...echoes])].sort(),
  };
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
