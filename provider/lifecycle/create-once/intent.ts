import { createHash } from "node:crypto";
import type { Definition, Props } from "../../definition/definition.ts";
import type { Holders } from "../existence/holders.ts";
import { subjectOf } from "../state/subject.ts";
import { sorted } from "../state/name.ts";
import { hidden, pickInputs, platformInputs } from "../state/state.ts";

/** A create that may have happened, until the engine is known to have stored what came of it. */
export interface Intent {
  /** Names this create; the same declaration with the same replacing inputs has the same one. */
  readonly token: string;
  /** Names the declaration: its type, its place in a stack, and the platform. */
  readonly declaration: string;
  /** The object in words; never a value of it. */
  readonly subject: string;
}

/** An intent as the journal has it. */
export interface RecordedIntent extends Intent {
  /** When the request last left; milliseconds since the epoch. */
  readonly at: number;
  /** From when on the request cannot arrive any more; milliseconds since the epoch. */
  readonly settlesAt: number;
  /** Id of what was made, once an answer brought it. */
  readonly id: string | undefined;
  /** Directory of the program that began it, when it is another one than this. */
  readonly elsewhere: string | undefined;
}

/**
 * What this machine remembers of creates, so that a killed process loses and doubles nothing: the
 * engine itself forgets a create whose provider dies. It holds no input, no body and no secret.
 */
export interface Journal {
  find(token: string): RecordedIntent | undefined;
  /** Every other open create of the same declaration from this directory. */
  others(intent: Intent): readonly RecordedIntent[];
  /**
   * Notes that the request is about to leave; it is on disk when this returns.
   *
   * @throws HostingError `unsent` when another process has the same create under way.
   */
  sent(intent: Intent): void;
  /** Notes the id of what was made. */
  made(intent: Intent, id: string): void;
  /** Forgets a create that did not happen, or is resolved. */
  drop(token: string): void;
  /** Forgets the create of an object that the engine shows to have stored; a name may have been another's. */
  stored(token: string, id: string): void;
}

/** The intent of creating an object with these inputs. */
export function intentOf(
  { world }: { readonly world: string },
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
  context: { readonly world: string; readonly holders: Holders },
  definition: Definition,
  { id, inputs, why }: { id: string; inputs: Props; why: string },
): void {
  const { declaration, subject } = intentOf(context, definition, inputs);
  context.holders.note(definition, { id, props: inputs }, { declaration, subject, why });
}

/** Notes that the engine has an object in its state: its creation is no open question any more. */
export function noteStored(
  context: { readonly world: string; readonly journal: Journal; readonly holders: Holders },
  definition: Definition,
  { id, state }: { id: string; state: Props },
): Intent {
  const intent = intentOf(context, definition, pickInputs(definition, state));
  context.journal.stored(intent.token, id);
  context.holders.note(definition, { id, props: state }, intent);
  return intent;
}

function isReplacing(definition: Definition, name: string): boolean {
  const on = definition.changes[name]?.on;
  return on === "replace" || on === "refuse";
}

function hashOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 20);
}
