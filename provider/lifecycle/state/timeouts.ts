import { parseDuration } from "../../../contract/values/duration.ts";
import type { Definition, Props } from "../../definition/definition.ts";
import { hidden, isRecord } from "./state.ts";

/** Operations that have a time limit. */
export type Operation = "create" | "read" | "update" | "delete";

/** Milliseconds an operation may take unless `timeouts` or `customTimeouts` say otherwise. */
const defaults: Readonly<Record<Operation, number>> = {
  create: 15 * 60_000,
  read: 2 * 60_000,
  update: 10 * 60_000,
  delete: 10 * 60_000,
};

/** Names of the operations, as keys of `timeouts`. */
export const operations: readonly string[] = Object.keys(defaults);

/** Milliseconds this operation may take. */
export function deadlineFor(definition: Definition, operation: Operation, props: Props): number {
  const { createMinutes } = definition;
  const slow = operation === "create" && createMinutes !== undefined;
  return (
    given(props["timeouts"], operation) ??
    given(props[hidden.timeouts], operation) ??
    (slow ? createMinutes * 60_000 : defaults[operation])
  );
}

function given(timeouts: unknown, operation: Operation): number | undefined {
  if (!isRecord(timeouts)) return undefined;
  const value = timeouts[operation];
  return typeof value === "string" || typeof value === "number" ? parseDuration(value) : undefined;
}
