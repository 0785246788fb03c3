import { hash } from "node:crypto";
import { kinds } from "../../../contract/kinds/_all.ts";
import type { Definition } from "../../definition/definition.ts";
import type { Props } from "../../definition/session.ts";
import type { Intent } from "../../journal/journal.ts";
import { hasMadeId, idNamespace, naturalId } from "../identity/ids.ts";
import { placeOf, stackOf, subjectOf, subjectWithName } from "../identity/subject.ts";
import { journalWorld } from "../identity/world.ts";
import type { Context } from "../operation/context.ts";
import type { Operation } from "../operation/operation.ts";
import { isNamed, pickInputs, replacingInputs, sorted } from "../state/state.ts";

type Settings = Pick<Context, "world" | "keyMark">;

/** The create of an object with these inputs, as the journal names it. */
export function intentOf(context: Settings, definition: Definition, inputs: Props): Intent {
  const { prefix } = kinds[definition.kind];
  const place = [journalWorld(context.world), ...placeOf(definition, inputs)];
  return {
    token: hashOf([...place, sorted(replacingInputs(definition, inputs))]),
    declaration: hashOf(place),
    subject: subjectWithName(definition, inputs),
    stack: stackOf(inputs),
    type: idNamespace(definition),
    sentBy: prefix === null ? undefined : context.keyMark(prefix),
    isNamed: isNamed(definition) || hasMadeId(definition),
  };
}

/** Names a declaration, as intents do. */
export function declarationOf(context: Settings, definition: Definition, props: Props): string {
  return intentOf(context, definition, pickInputs(definition, props)).declaration;
}

/**
 * Notes that this run made, adopted or changed an object for a declaration: an older state of the same
 * declaration must not delete it. `keptBecause` completes the subject in the warning that says so.
 */
export function noteHeldByRun(
  { context, definition }: Pick<Operation, "context" | "definition">,
  { id, inputs, keptBecause }: { id: string; inputs: Props; keptBecause: string },
): void {
  const declaration = declarationOf(context, definition, inputs);
  const subject = subjectOf(definition, inputs);
  context.memory.noteHolder(
    definition,
    { id, props: inputs },
    { declaration, subject, keptBecause },
  );
}

/** The same for an object that the program wants as it is, or changed: a replacement that was cut short may have left an older state of it. */
export function noteInUse(
  of: Pick<Operation, "context" | "definition">,
  { id, inputs }: { id: string; inputs: Props },
): void {
  const keptBecause = `an older state of it was to be deleted; ${id} is in use, so it stays.`;
  noteHeldByRun(of, { id, inputs, keptBecause });
}

/** Notes that a state has an object: its create is no open question any more. */
export function noteStored(
  context: Context,
  definition: Definition,
  { id, state }: { id: string; state: Props },
): void {
  const { token } = intentOf(context, definition, pickInputs(definition, state));
  const type = idNamespace(definition);
  for (const known of new Set([id, naturalId(definition, state) ?? id]))
    context.journal.stored({ type, id: known }, token);
  context.memory.noteStored(definition, { id, props: state });
}

/** Notes that the program wants what a state has. */
export function noteWanted(
  context: Context,
  definition: Definition,
  { id, state }: { id: string; state: Props },
): void {
  const declaration = declarationOf(context, definition, state);
  const subject = subjectOf(definition, state);
  context.memory.noteHolder(definition, { id, props: state }, { declaration, subject });
}

function hashOf(value: unknown): string {
  return hash("sha256", JSON.stringify(value)).slice(0, 20);
}
