import { parseDuration } from "../../../contract/values/duration.ts";
import type { Definition, Props } from "../../definition/definition.ts";
import { hidden, isRecord } from "./state.ts";

/** Milliseconds this operation may take. */
export function timeFor(definition: Definition, operation: OperationName, props: Props): number {
  const { createMinutes } = definition;
  const slow = operation === "create" && createMinutes !== undefined;
  return (
    given(props["timeouts"], operation) ??
    given(props[hidden.timeouts], operation) ??
    (slow ? createMinutes * 60_000 : defaults[operation])
  );
}

/** Operations that have a time limit. */
export type OperationName = "create" | "read" | "update" | "delete";

/** Milliseconds an operation may take unless `timeouts` or `customTimeouts` say otherwise. */
const defaults: Readonly<Record<OperationName, number>> = {
  create: 15 * 60_000,
  read: 2 * 60_000,
  update: 10 * 60_000,
  delete: 10 * 60_000,
};

/** Names of the operations, as keys of `timeouts`. */
export const operationNames: readonly string[] = Object.keys(defaults);

function given(timeouts: unknown, operation: OperationName): number | undefined {
  if (!isRecord(timeouts)) return undefined;
  const value = timeouts[operation];
  return typeof value === "string" || typeof value === "number" ? parseDuration(value) : undefined;
}
