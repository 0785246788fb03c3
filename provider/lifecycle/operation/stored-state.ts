import type { Props } from "../../definition/session.ts";
import { asHostingError, PartialFailure } from "../../errors.ts";
import type { InputRecords } from "../record/input-records.ts";
import { hidden, pickOutputs, pickShape } from "../record/state.ts";
import { keyProps } from "./known-keys.ts";
import type { Operation } from "./operation.ts";

/** An object and the state to store for it. */
export interface Stored {
  readonly id: string;
  readonly state: Readonly<Record<string, unknown>>;
}

/** How far an operation got with an object; `state` is that before it. */
interface Reached {
  readonly inputs: Props;
  readonly observed: Props;
  readonly state: Props;
}

/** The whole state of an object: inputs, outputs and what the next operation has to know. */
export function stateOf(
  operation: Operation,
  { inputs: given, observed, state: before }: Reached,
  records: InputRecords,
): Record<string, unknown> {
  const { context, definition, isSeen, name: operationName, routes } = operation;
  const inputs = withKeptName(given, before);
  const name = inputs["name"] ?? observed["name"] ?? before["name"];
  return {
    ...inputs,
    ...(name === undefined ? {} : { name }),
    ...pickShape(definition.outputs, before),
    ...pickOutputs(definition, observed),
    ...definition.derive?.(inputs),
    [hidden.world]: context.world,
    ...keyProps(operation, isSeen || operationName === "create"),
    ...withoutEmpty({ [hidden.routes]: routes.learned }),
    ...records.hidden,
  };
}

/** A generated name never renames an object: an adopted one keeps the name it has. */
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

function withoutEmpty(props: Record<string, Props>): Props {
  return Object.fromEntries(
    Object.entries(props).filter(([, value]) => Object.keys(value).length > 0),
  );
}
