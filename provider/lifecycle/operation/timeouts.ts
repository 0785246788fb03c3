import { parseDuration } from "../../../contract/values/time.ts";
import type { Limit } from "../../clock.ts";
import type { Definition } from "../../definition/definition.ts";
import type { Props } from "../../definition/session.ts";
import { HostingError } from "../../errors.ts";
import { hidden, isRecord } from "../record/state.ts";

/** The time an operation has; times are the clock's milliseconds. */
export class Deadline {
  readonly startedAt: number;
  readonly at: number;
  readonly #subject: string;

  constructor(subject: string, startedAt: number, at: number) {
    this.#subject = subject;
    this.startedAt = startedAt;
    this.at = at;
  }

  /** The deadline as a limit of one wait, with an error that says what was waited for. */
  limit(waitingFor: string): Limit {
    const seconds = Math.round((this.at - this.startedAt) / 1000);
    const late = () =>
      new HostingError(
        "timeout",
        `${this.#subject} is not done within ${seconds} s, waiting for ${waitingFor}. Run the same command again to go on, or give it more time with \`timeouts\`.`,
      );
    return { deadline: this.at, late };
  }
}

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
