import type { Definition } from "../../definition/definition.ts";
import type { Props } from "../../definition/session.ts";
import { idNamespace, naturalId } from "../identity/ids.ts";
import { subjectOf } from "../identity/subject.ts";
import { pickInputs } from "../record/state.ts";
import type { Context } from "./context.ts";
import type { OperationFacts } from "./facts.ts";
import { declarationOf, intentOf } from "./intent.ts";

/**
 * Notes that this run made, adopted or changed an object for a declaration: an older state of the same
 * declaration must not delete it. `keptBecause` completes the subject in the warning.
 */
export function noteHeldByRun(
  { context, definition }: Pick<OperationFacts, "context" | "definition">,
  { id, inputs, keptBecause }: { id: string; inputs: Props; keptBecause: string },
): void {
  const declaration = declarationOf(context, definition, inputs);
  const subject = subjectOf(definition, inputs);
  context.memory.holders.note(
    definition,
    { id, props: inputs },
    { declaration, subject, keptBecause },
  );
}

/**
 * Like `noteHeldByRun`, for an object that this run keeps or updates. An interrupted replacement may have left an old copy of
 * it in the state; deleting that copy must not delete the object.
 */
export function noteInUse(
  of: Pick<OperationFacts, "context" | "definition">,
  { id, inputs }: { id: string; inputs: Props },
): void {
  const keptBecause = `an older state of it was to be deleted; ${id} is in use, so it stays.`;
  noteHeldByRun(of, { id, inputs, keptBecause });
}

/** Notes that a state has an object: its create is no open question any more. */
export function noteInState(
  context: Context,
  definition: Definition,
  { id, state }: { id: string; state: Props },
): void {
  const { token } = intentOf(context, definition, pickInputs(definition, state));
  const type = idNamespace(definition);
  for (const known of new Set([id, naturalId(definition, state) ?? id]))
    context.journal.endWithState({ type, id: known }, token);
  context.memory.holders.noteStored(definition, { id, props: state });
}

/** Notes that the program wants what a state has. */
export function noteWanted(
  context: Context,
  definition: Definition,
  { id, state }: { id: string; state: Props },
): void {
  const declaration = declarationOf(context, definition, state);
  const subject = subjectOf(definition, state);
  context.memory.holders.note(definition, { id, props: state }, { declaration, subject });
}

/** Notes that the object of a state is gone. */
export function noteGone(
  { journal, memory }: Context,
  definition: Definition,
  { id, state }: { id: string; state: Props },
): void {
  memory.holders.noteGone(definition, { id, props: state });
  journal.endStop({ type: idNamespace(definition), id });
}

/** True for an object that was stopped for a deletion that did not happen, and that its program wants otherwise. */
export function isToBeRestored(
  { journal }: Pick<Context, "journal">,
  definition: Definition,
  { id, inputs }: { id: string; inputs: Props },
): boolean {
  if (definition.restore?.isDue(inputs) !== true) return false;
  return journal.isStopped({ type: idNamespace(definition), id });
}
