import type { Definition } from "../../definition/definition.ts";
import type { Props, Target } from "../../definition/session.ts";
import { HostingError } from "../../errors.ts";
import { adoptedAtIn, closeIntent } from "../create-once/intent.ts";
import { idToDelete } from "../create-once/unresolved.ts";
import type { Holder } from "../memory/run-memory.ts";
import { believed, isSaidToBeGone } from "../operation/absence.ts";
import type { Context } from "../operation/context.ts";
import { Operation } from "../operation/operation.ts";
import { unknownStatus } from "../operation/removal.ts";
import { confirmOwn, readObject } from "../reconcile/observe.ts";
import { isUnresolved } from "../state/doubt.ts";
import { heldAs } from "../state/ids.ts";
import { pickInputs } from "../state/state.ts";
import { stackOf, subjectElsewhere } from "../state/subject.ts";
import { checkWorld } from "../state/world.ts";
import { adopterFor, adopterOf, isLeftTo, isOf, type Keeper, refuseNamed } from "./adoptions.ts";
import { erase } from "./erase.ts";

/** Deletes the object; one that is proven to be gone already is a success. */
export async function remove(
  context: Context,
  definition: Definition,
  work: { id: string; state: Props },
): Promise<void> {
  const { state } = work;
  // A create of unknown outcome is deleted only once it is found.
  const id = isUnresolved(work.id) ? await idToDelete(context, definition, work) : work.id;
  if (id === "gone") return;
  const { memory } = context;
  const { declaration, token } = closeIntent(context, definition, { id, state });
  context.declared.dropHeld(token);
  context.declared.noteStack(state);
  const operation = new Operation(context, definition, { name: "delete", id, props: state });
  checkWorld(context, state, operation.subject);
  const target = { id, inputs: pickInputs(definition, state), state };
  if (isSaidToBeGone(context, definition, id)) return believeUser(operation, target);
  if (isKept(operation, target, declaration)) return;
  refuseNamed(operation, { ...target, declaration });
  await memory.leaving(definition, id, async () => {
    await confirmOwn(operation, target);
    await erase(operation, target);
  });
}

/** Sends nothing for what the user has deleted, unless it is there. */
async function believeUser(operation: Operation, target: Target<Props>): Promise<void> {
  const { context, definition, requests, subject } = operation;
  // One look is enough: the user has the word, and no list has to confirm it half a minute later.
  const sighting = await believed(requests.polling(() => readObject(operation, target)));
  if (sighting.outcome !== "seen" || operation.witness.isAnother) {
    // An assignment has the id of its address, which nobody said was deleted.
    const isObject = heldAs(definition) === definition.kind;
    return isObject ? context.memory.noteDeleted(definition.kind, target.id) : undefined;
  }
  const problem = `${subject} (${target.id}) was not deleted: HOSTING_DELETED_BY_HAND names it, but it is there`;
  const status = unknownStatus(operation, sighting);
  const wayOut =
    status === undefined
      ? ". Delete it in the console and run again, or run without that setting to have it deleted here."
      : ` with ${status}. If that means deleted, add it to words.deleted in hosting:assumptions and run again with --run-program; else delete it in the console.`;
  throw new HostingError("input", `${problem}${wayOut}`);
}

/**
 * True for what must not go with this state: another declaration has it, or the replacement turned
 * out to be the object itself, as where its id follows from its inputs.
 *
 * @throws HostingError where it keeps its name from what replaces it.
 */
function isKept(operation: Operation, { id, state }: Target<Props>, declaration: string): boolean {
  const { context, definition, messages } = operation;
  const { memory } = context;
  const held = { id, props: state };
  const object = { type: heldAs(definition), id };
  const stack = stackOf(state);
  const own = { declaration, stack, adoptedAt: adoptedAtIn(state) };
  const known = adopterOf(context, definition, { id, state });
  const keeper: Keeper | undefined =
    memory.keeperFrom(definition, held, declaration) ??
    adopterFor(operation, own, known) ??
    makerElsewhere(operation, id, declaration);
  if (keeper === undefined) return false;
  if (keeper.declaration === declaration) {
    messages.warn(keeper.why ?? "");
    return true;
  }
  // An earlier run left it to this one: what a state of the other one says is older.
  if (isOf(own, known) && keeper.why === undefined) return false;
  const subject = subjectElsewhere(keeper, stack);
  const isForName = memory.nameFreedFor(definition.kind, id) === declaration;
  if (isForName) throw shared(operation, id, { subject, isElsewhere: subject !== keeper.subject });
  memory.noteLeft(definition, held, declaration);
  const isNoted = known?.declaration === keeper.declaration;
  const isElsewhere = known !== undefined && isLeftTo(known, state);
  if (!isNoted && !isElsewhere)
    context.journal.adopted({ ...object, stack, ...keeper, isStored: true });
  const ofStack = isNoted ? " To rename, an alias does it without `adopt`." : "";
  const wayOut =
    subject === keeper.subject
      ? ofStack
      : " If no stack has it any more, delete it in the console.";
  messages.warn(`${id} was not deleted, because ${subject} has it now.${wayOut}`);
  return true;
}

/**
 * The engine would take it for deleted, and the next one for refused: the state had neither. That the other
 * declaration left the program cannot be seen before the end of an `up`.
 */
function shared(
  { subject }: Operation,
  id: string,
  other: { subject: string; isElsewhere: boolean },
): HostingError {
  const wayOut = other.isElsewhere
    ? `Give this one another name; or, if that one has it no more, undo the change, set \`adopt\` to ${id} anew, run \`pulumi up\`, and change it then.`
    : "If the program has both, give this one another name; else undo the change, run `pulumi up`, and change it then.";
  return new HostingError(
    "input",
    `${subject} (${id}) was not replaced: ${other.subject} has it, too, and with it the name. ${wayOut}`,
  );
}

/** Each provider is a process of its own: one that a renamed resource moved to may have made its id anew. */
function makerElsewhere(
  { context: { journal }, definition }: Operation,
  id: string,
  declaration: string,
): Holder | undefined {
  const maker = journal.makerElsewhere({ type: heldAs(definition), id });
  return maker?.declaration === declaration ? undefined : maker;
}
