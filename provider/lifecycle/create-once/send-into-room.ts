import type { Props } from "../../definition/session.ts";
import { HostingError } from "../../errors.ts";
import type { Intent } from "../memory/journal.ts";
import type { Operation } from "../operation/operation.ts";
import { freedFrom, isNameLeaving, roomMilliseconds, roomWait } from "./name-check.ts";
import { type Created, sendCreate } from "./send-create.ts";

/**
 * Sends a create, again and again while the platform refuses it because of what is being deleted to
 * make room for it, by this run or an earlier one: a deletion may go on long after it was accepted.
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
      const waitingFor = `the deletion that makes room for it (at last: ${refusal})`;
      await operation.waiting.pause(roomWait(attempt), waitingFor, "waits for room");
    }
  }
}

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
  if (freedFrom(operation, inputs).length > 0) return true;
  return isNameLeaving(operation, inputs);
}
