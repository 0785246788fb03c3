import { sharedKinds } from "../../../contract/ids.ts";
import { kinds } from "../../../contract/kinds/_all.ts";
import type { Props } from "../../definition/session.ts";
import { HostingError } from "../../errors.ts";
import { isPlatformMade } from "../identity/ids.ts";
import { deletedByHandEntry } from "../identity/subject.ts";
import { isAcceptedWorld, journalWorld } from "../identity/world.ts";
import { hidden, strings } from "../record/state.ts";
import type { Context } from "./context.ts";
import type { OperationFacts } from "./facts.ts";

/**
 * Rule 4. With another account's key, all our objects look missing, and an object of the same name may belong to that
 * account. So a key that never saw an object proves no absence of it, and changes it by a
 * name only if it is known to see the stack.
 */

/** Fingerprints of the keys that saw the object of a state; a state of an import file has none. */
export function keysThatSaw({ [hidden.seenBy]: last, [hidden.seenBefore]: others }: Props) {
  return [...strings([last]), ...strings(others)];
}

/** The fingerprint of the key in use where the object is; undefined for what is nothing on the platform. */
function keyInUse({ context, definition }: OperationFacts): string | undefined {
  const { prefix } = kinds[definition.kind];
  return prefix === null ? undefined : context.keyMark(prefix);
}

/** True for a key that saw the object, or that the user says takes the place of one; any key where none is known. */
export function hasSeen(operation: OperationFacts, keys: readonly string[]): boolean {
  const key = keyInUse(operation);
  const { context } = operation;
  if (key === undefined || keys.length === 0 || keys.includes(key)) return true;
  return isAcceptedWorld(context, context.world);
}

/** True for a key that saw the object, or that is known to see the stack in this run. */
function isKnownKey(operation: OperationFacts, keys: readonly string[]): boolean {
  const key = keyInUse(operation);
  const isOfStack = key !== undefined && operation.context.memory.keysOfStack.has(key);
  return isOfStack || hasSeen(operation, keys);
}

/** Like `isKnownKey`, but waits before it says no: an operation that began at the same time may show that the key sees this stack. */
export async function isKnownSoon(
  operation: OperationFacts & Waits,
  keys: readonly string[],
): Promise<boolean> {
  if (isKnownKey(operation, keys)) return true;
  await operation.waiting.pause(othersMilliseconds, "what this key sees of the stack");
  return isKnownKey(operation, keys);
}

interface Waits {
  readonly waiting: { pause(milliseconds: number, waitingFor: string): Promise<void> };
}

/** The engine does things side by side: operations that it begins together begin within this time. */
const othersMilliseconds = 2_000;

/** The object of a state answered: its id, or a key that saw it before, says that the key sees the stack. */
export function noteAnswered(operation: OperationFacts): void {
  const { context, definition, id = "", keys, props } = operation;
  const key = keyInUse(operation);
  const isOfState = operation.name !== "create" && props[hidden.lookup] !== true;
  // spec 2.7a: an image may be shared with other accounts' projects.
  if (key === undefined || !isOfState || sharedKinds.has(definition.kind)) return;
  const isProof = isPlatformMade(definition.kind, id, props) || keys.includes(key);
  if (isProof) context.memory.keysOfStack.add(key);
}

/** True where the key in use is added to those that saw the object, once that answered. */
function countsAsSeen(operation: OperationFacts): boolean {
  const { definition, id = "", keys, name, props } = operation;
  if (name === "create" || isPlatformMade(definition.kind, id, props)) return true;
  return isKnownKey(operation, keys);
}

/** The hidden properties for the keys that saw an object: the one in use first, if it did. */
export function keyProps(operation: OperationFacts, isSeen: boolean): Props {
  const key = keyInUse(operation);
  const isAdded = isSeen && key !== undefined && countsAsSeen(operation);
  const [last, ...others] = [...new Set([...(isAdded ? [key] : []), ...operation.keys])];
  return {
    ...(last === undefined ? {} : { [hidden.seenBy]: last }),
    ...(others.length === 0 ? {} : { [hidden.seenBefore]: others.slice(0, mostKeys - 1) }),
  };
}

const mostKeys = 20;

/** @throws HostingError unless the key in use saw the object: to another account's key it is missing in any case. */
export function confirmAbsence(operation: OperationFacts, lookedUp: string): void {
  const { context, definition, id = lookedUp, keys, name, props, subject } = operation;
  // A create made the object itself, and a lookup by an id looks for the first time.
  if (name === "create" || props[hidden.lookup] === true || hasSeen(operation, keys)) return;
  throw new HostingError(
    "key",
    `${subject} is missing, but this API key never saw it. Check hosting:apiKey; for the account's new key run ${acceptCommand(context)}; if it is gone, set HOSTING_DELETED_BY_HAND=${deletedByHandEntry(definition, id)}.`,
  );
}

/** @throws HostingError unless the object is known to be the stack's: another account may have one of its name. */
export async function confirmOwner(operation: OperationFacts & Waits): Promise<void> {
  const { context, definition, id = "", keys, name, props, subject } = operation;
  if (isPlatformMade(definition.kind, id, props)) return;
  if (await isKnownSoon(operation, keys)) return;
  const problem = `was not ${name === "delete" ? "deleted" : "changed"}`;
  throw new HostingError(
    "key",
    `${subject} (${id}) ${problem}: this API key never saw it, and it may be another account's. Check hosting:apiKey; if it replaces another one of the account, run ${acceptCommand(context)}.`,
  );
}

/** The command by which the user says that a key takes the place of another one of the account. */
export function acceptCommand({ world }: Context): string {
  return `HOSTING_ACCEPT_WORLD=${journalWorld(world)} pulumi refresh --run-program`;
}
