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
  const startedAt = clock.now();
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await sendCreate(operation, inputs);
    } catch (error) {
      const refusal = refusalOf(operation, error);
      if (refusal === undefined || clock.now() >= startedAt + refusal.waitMs) throw error;
      if (!(await isRoomBeingMade(operation, { inputs, intent, refusal }))) throw error;
      operation.context.journal.drop(intent.token);
      const waitingFor = `the deletion that makes room for it (at last: ${refusal.reason})`;
      await operation.waiting.pause(roomWait(attempt), waitingFor, "waits for room");
    }
  }
}

/** A refusal that room may end. */
interface Refusal {
  /** What the platform said. */
  readonly reason: string;
  /** True for the status that says so; which one does is not shown (spec 7). */
  readonly isConflict: boolean;
  readonly waitMs: number;
}

/** Undefined for any other error. */
function refusalOf({ context: { assumptions } }: Operation, error: unknown): Refusal | undefined {
  if (!HostingError.isInstance(error) || error.code !== "refused") return undefined;
  const { status, reason = `it was refused with ${status}` } = error;
  const isConflict = status === assumptions["refusals.conflict"];
  return { reason, isConflict, waitMs: isConflict ? roomMilliseconds : otherMilliseconds };
}

/** Another status may as well mean a mistake in the program, which no time mends. */
const otherMilliseconds = 25_000;

async function isRoomBeingMade(
  operation: Operation,
  { inputs, intent, refusal }: { inputs: Props; intent: Intent; refusal: Refusal },
): Promise<boolean> {
  const { context, definition } = operation;
  const replaced = context.memory.replacedFor(intent.declaration);
  if (replaced !== undefined && context.memory.wasDeleted(definition, replaced)) return true;
  if (freedFrom(operation, inputs).length > 0) return true;
  return refusal.isConflict && isNameLeaving(operation, inputs);
}
