import type { Props } from "../../definition/session.ts";
import { HostingError } from "../../errors.ts";
import type { Intent } from "../memory/journal.ts";
import type { Operation } from "../operation/operation.ts";
import { isNameLeaving } from "./name-check.ts";
import { type Created, sendCreate } from "./send-create.ts";

/**
 * Sends a create, again and again while the platform refuses it because of what is being deleted to
 * make room for it: a deletion may go on long after it was accepted.
 *
 * @throws HostingError with a `doubt` when the object may exist all the same.
 */
export async function sendIntoRoom(
  operation: Operation,
  inputs: Props,
  intent: Intent,
): Promise<Created> {
  const { clock } = operation.context;
  const until = clock.now() + roomMilliseconds;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await sendCreate(operation, inputs);
    } catch (error) {
      const refusal = refusalOf(operation, error);
      if (refusal === undefined || clock.now() >= until) throw error;
      if (!(await isRoomBeingMade(operation, inputs, intent))) throw error;
      operation.context.journal.drop(intent.token);
      const wait = retryMilliseconds[Math.min(attempt, retryMilliseconds.length - 1)] ?? 10_000;
      const waitingFor = `the deletion of what it replaces (at last: ${refusal})`;
      await operation.waiting.pause(wait, waitingFor, "waits for room");
    }
  }
}

/** What is refused for longer is refused for another reason than the one that has gone. */
const roomMilliseconds = 150_000;

/** Milliseconds between tries; the last one repeats. */
const retryMilliseconds = [2_000, 3_000, 5_000, 8_000, 10_000];

/** What the platform said when something was in the way; undefined for any other error. */
function refusalOf({ context: { assumptions } }: Operation, error: unknown): string | undefined {
  if (!HostingError.isInstance(error) || error.code !== "refused") return undefined;
  const isConflict = error.status === assumptions["refusals.conflict"];
  return isConflict ? (error.reason ?? `it was refused with ${error.status}`) : undefined;
}

async function isRoomBeingMade(
  operation: Operation,
  inputs: Props,
  { declaration }: Intent,
): Promise<boolean> {
  const { context, definition } = operation;
  const replaced = context.memory.replacedFor(declaration);
  if (replaced !== undefined && context.memory.wasDeleted(definition, replaced)) return true;
  return isNameLeaving(operation, inputs);
}
