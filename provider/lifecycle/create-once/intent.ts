import { createHash } from "node:crypto";
import type { Definition, Props } from "../../definition/definition.ts";
import type { Intent } from "../memory/journal.ts";
import type { Context } from "../operation/context.ts";
import type { Operation } from "../operation/operation.ts";
import { sorted } from "../state/name.ts";
import { hidden, pickInputs, platformInputs } from "../state/state.ts";
import { subjectOf } from "../state/subject.ts";

/** The intent of creating an object with these inputs. */
export function intentOf(
  { world }: Pick<Context, "world">,
  definition: Definition,
  inputs: Props,
): Intent {
  const replacing = Object.entries(platformInputs(definition, inputs)).filter(
    ([name]) => !definition.secrets.includes(name) && isReplacing(definition, name),
  );
  const declared = [world, definition.type, sorted(inputs[hidden.identity])];
  return {
    token: hashOf([...declared, sorted(Object.fromEntries(replacing))]),
    declaration: hashOf(declared),
    subject: subjectOf(definition, inputs),
  };
}

/**
 * Notes that this run made, adopted, found or changed an object for a declaration; `why` completes
 * the subject: it is said when an older state of the same declaration asks for its deletion.
 */
export function noteInUse(
  { context, definition }: Operation,
  { id, inputs, why }: { id: string; inputs: Props; why: string },
): void {
  const { declaration, subject } = intentOf(context, definition, inputs);
  context.memory.noteHolder(definition, { id, props: inputs }, { declaration, subject, why });
}

/** Notes that the engine has an object in its state: its creation is no open question any more. */
export function closeIntent(
  context: Context,
  definition: Definition,
  { id, state }: { id: string; state: Props },
): Intent {
  const intent = intentOf(context, definition, pickInputs(definition, state));
  context.journal.stored(intent.token, id);
  context.memory.noteHolder(definition, { id, props: state }, intent);
  return intent;
}

function isReplacing(definition: Definition, name: string): boolean {
  const on = definition.changes[name]?.on;
  return on === "replace" || on === "refuse";
}

function hashOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 20);
}
