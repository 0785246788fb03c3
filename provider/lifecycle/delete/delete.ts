import type { Definition } from "../../definition/definition.ts";
import type { Props, Target } from "../../definition/session.ts";
import { HostingError } from "../../errors.ts";
import { idToDelete } from "../create/placeholder.ts";
import { isUnresolved } from "../create/unresolved.ts";
import { idNamespace, naturalId } from "../identity/ids.ts";
import { checkWorld } from "../identity/world.ts";
import { isDeletedByHand, lookForDeletedByHand } from "../lookup/absence.ts";
import type { Context } from "../operation/context.ts";
import { noteGone, noteInState } from "../operation/holders.ts";
import { declarationOf } from "../operation/intent.ts";
import { confirmOwner } from "../operation/known-keys.ts";
import { Operation } from "../operation/operation.ts";
import { readObject } from "../reconcile/ready.ts";
import { withoutSecrets } from "../record/secrets.ts";
import { pickInputs } from "../record/state.ts";
import type { Holder } from "../run/object-holders.ts";
import { erase } from "./erase.ts";

/** Deletes the object; one that is proven to be gone already is a success. */
export function remove(
  context: Context,
  definition: Definition,
  work: { id: string; state: Props },
): Promise<void> {
  return withoutSecrets(definition, [work.state], (own) => removeDeclared(context, own, work));
}

async function removeDeclared(
  context: Context,
  definition: Definition,
  work: { id: string; state: Props },
): Promise<void> {
  const { state } = work;
  context.declared.noteStack(state);
  // A create of unknown outcome is deleted only once it is found.
  const id = isUnresolved(work.id) ? await idToDelete(context, definition, work) : work.id;
  if (id === "gone") return;
  const operation = new Operation(context, definition, { name: "delete", id, props: state });
  checkWorld(context, state, operation.subject);
  noteInState(context, definition, { id, state });
  const target = { id, inputs: pickInputs(definition, state), state };
  if (isDeletedByHand(context, definition, id)) return believeUser(operation, target);
  if (isKept(operation, target)) return;
  await confirmOwner(operation);
  await erase(operation, target);
  noteGone(context, definition, { id, state });
}

/** Sends nothing for an object that the user has deleted, unless it is there. */
async function believeUser(operation: Operation, target: Target<Props>): Promise<void> {
  const { subject } = operation;
  const { outcome } = await lookForDeletedByHand((proof) => readObject(operation, target, proof));
  if (outcome !== "seen") return noteGone(operation.context, operation.definition, target);
  throw new HostingError(
    "input",
    `${subject} (${target.id}) was not deleted: HOSTING_DELETED_BY_HAND names it, but it is there. Run again without that setting to have it deleted here; if its status means deleted, add that word to words.deleted in hosting:assumptions.`,
  );
}

/**
 * Rule 9: true for an object that the program has by another declaration, by an `adopt`, or anew under
 * the same id: it must not be deleted with this state.
 */
function isKept(operation: Operation, { id, state }: Target<Props>): boolean {
  const { context, definition, messages } = operation;
  const declaration = declarationOf(context, definition, state);
  const held = { id, props: state };
  const holder = context.memory.holders.keeping(definition, held, declaration);
  if (holder?.declaration === declaration) {
    messages.warn(holder.keptBecause ?? "");
    return true;
  }
  if (holder === undefined && !isAdoptedByProgram(operation, held)) return false;
  if (holder !== undefined && isReplacedBy(operation, holder, id)) return false;
  const why =
    holder === undefined ? "the program names it in `adopt`" : `${holder.subject} has it now`;
  messages.warn(
    `${id} was not deleted, because ${why}. To rename a resource, an alias does it without \`adopt\`.`,
  );
  return true;
}

/** An alias moved it to the declaration that has it, and the engine deletes what that replaced by its former place. */
function isReplacedBy(
  { context }: Operation,
  { declaration, keptBecause }: Holder,
  id: string,
): boolean {
  return keptBecause === undefined && context.memory.replacements.of(declaration)?.id === id;
}

/** By the declaration of this state, too: a forced replacement deletes it before it would adopt it again. */
function isAdoptedByProgram(
  { context, definition }: Operation,
  { id, props }: { id: string; props: Props },
): boolean {
  const ids = [id, naturalId(definition, props)].map((one) => one?.toLowerCase());
  return context.declared.adopting.some(
    ({ definition: adopting, inputs: { adopt } }) =>
      idNamespace(adopting) === idNamespace(definition) &&
      ids.includes(String(adopt).toLowerCase()),
  );
}
