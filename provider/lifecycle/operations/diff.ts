import { containsUnknown, isUnknown } from "../../../contract/values/unknown.ts";
import type { Change, Definition } from "../../definition/definition.ts";
import type { Props } from "../../definition/session.ts";
import { Messages } from "../../display.ts";
import { HostingError } from "../../errors.ts";
import { closeIntent, intentOf, noteFollowed } from "../create-once/intent.ts";
import { isReplaceable } from "../create-once/unresolved.ts";
import type { Context } from "../operation/context.ts";
import { Routes } from "../operation/routes.ts";
import { isUnresolved } from "../state/doubt.ts";
import { deletesFirst, keepsName } from "../state/replacement.ts";
import { deepEqual, hidden, inputNames, isRecord, isSame, shown } from "../state/state.ts";
import { aboutOf } from "../state/subject.ts";
import { checkWorld } from "../state/world.ts";
import { adopterOf, isTakenBack, noteWanted, warnOfOther } from "./adoptions.ts";
import { isLeftStopped } from "./keep.ts";

/**
 * Compares a state with new inputs, where it is known what became of the create.
 *
 * @throws HostingError for a change that would lose something and was not allowed.
 */
export async function diff(
  context: Context,
  definition: Definition,
  work: Compared,
): Promise<Difference> {
  const isOpen = isUnresolved(work.id);
  const { state } = work;
  // Of what goes with another resource the engine asks for no check with old inputs.
  const lost = isOpen ? state : undefined;
  context.declared.noteFormer(definition, work.inputs, { name: state["name"], lost });
  if (!isOpen) return compare(context, definition, work);
  // `adopt` never replaces otherwise, so it stands for the outcome.
  return (await isReplaceable(context, definition, work))
    ? { changes: true, replaces: ["adopt"], deleteBeforeReplace: true }
    : { changes: true, replaces: [], deleteBeforeReplace: false };
}

/** What a change of inputs means; `changes` undefined leaves the comparison of inputs to the engine. */
export interface Difference {
  readonly changes: boolean | undefined;
  readonly replaces: readonly string[];
  readonly deleteBeforeReplace: boolean;
}

interface Compared {
  readonly id: string;
  readonly state: Props;
  readonly inputs: Props;
}

/** Compares the state of an object with new inputs. */
export function compare(context: Context, definition: Definition, work: Compared): Difference {
  const { id, state, inputs } = work;
  const about = aboutOf(definition, inputs);
  const { subject } = about;
  const messages = new Messages(context.display, about);
  const stamp = checkWorld(context, state, subject);
  const isWanted = context.declared.isWanted(definition, work);
  noteFollowed(context, definition, state);
  // What a killed run adopted is noted by the state from here on, which may be older.
  const known = adopterOf(context, definition, work);
  const intent = closeIntent(context, definition, work);
  const isFirst = deletesFirst(definition, work);
  // What is deleted to make room leaves its name to the next one, whose create may be in doubt.
  if (!isFirst) context.memory.noteInState(definition.kind, id);
  const differing = changedInputs(definition, state, inputs);
  const kept = differing.filter((name) => definition.changes[name]?.on === "keep");
  for (const name of kept) {
    const text = `${name} stays as it is: the platform has no way to change it.`;
    messages.warn(text);
  }
  const changed = differing.filter((name) => !kept.includes(name));
  const isAsIs = changed.length === 0;
  if (isWanted) noteWanted(context, definition, { ...work, intent, known, isAsIs });
  for (const name of changed) refuse(context, definition, { name, subject, ...work });
  const replaces = changed.filter((name) =>
    replacesOn(context, definition, { name, state, inputs }),
  );
  if (isWanted) judgeAdopt(context, definition, { ...work, replaces });
  explainDrift(messages, definition, { ...work, replaces });
  if (isWanted && replaces.length > 0) {
    noteReplacement(context, definition, { ...work, isFirst, holder: intent.declaration });
  }
  const open =
    state[hidden.unfinished] !== undefined ||
    stamp === "accepted" ||
    haveOtherTimeouts(state, inputs) ||
    isLeftStopped(context, definition, id) ||
    isTakenBack(context, definition, { ...work, known }) ||
    definition.renew?.isDue(state, inputs) === true ||
    definition.isStale?.(state) === true;
  return {
    changes: open ? true : changed.length > 0 ? undefined : false,
    replaces,
    // Also where nothing replaces it: the engine replaces what it deleted before in any case, and
    // would else delete the old one once more, by the name that is the new one's by then.
    deleteBeforeReplace: isFirst,
  };
}

/** What `adopt` cannot do: replace the object that it names, or bring another one in. */
function judgeAdopt(
  context: Context,
  definition: Definition,
  { replaces, ...work }: Compared & { replaces: readonly string[] },
): void {
  const { id, inputs } = work;
  if (replaces.length === 0) warnOfOther(context.display, definition, work);
  if (replaces.length === 0 || inputs["adopt"] !== id) return;
  const about = aboutOf(definition, inputs);
  const why = `be replaced because of ${replaces.join(", ")}, but \`adopt\` names the object itself. Remove \`adopt\``;
  if (replaces.some((name) => !containsUnknown(inputs[name])))
    throw new HostingError(
      "input",
      `${about.subject} would ${why} to let it be replaced, or undo the change.`,
    );
  // What it depends on goes first, and takes it along before its inputs are known.
  new Messages(context.display, about).warn(
    `it may ${why} before \`pulumi up\`: nothing would be there to adopt.`,
  );
}

/** A change that nobody wrote into the program needs a word, unless the program follows it. */
function explainDrift(
  messages: Messages,
  definition: Definition,
  { state, inputs, replaces }: { state: Props; inputs: Props; replaces: readonly string[] },
): void {
  const said = state[hidden.drifted];
  if (!isRecord(said)) return;
  const found = replaces
    .filter((name) => name in said && isSame(definition, name, [said[name], inputs[name]]))
    .map((name) => `${name} is ${shown(definition, name, state[name])}`);
  if (found.length === 0) return;
  messages.inform(
    `replaced because it was changed on the platform (${found.join(", ")}), where nothing can change it back.`,
  );
}

function noteReplacement(
  context: Context,
  definition: Definition,
  { isFirst, holder, ...work }: Compared & { isFirst: boolean; holder: string },
): void {
  const { memory } = context;
  const { id, inputs } = work;
  memory.noteReplaced(intentOf(context, definition, inputs).declaration, { id });
  if (!isFirst) return;
  const nameFor = keepsName(definition, work) ? holder : undefined;
  memory.noteMakesRoom(definition.kind, id, nameFor);
}

/** A refresh and a destroy know the state only, and the engine renews that by an update alone. */
function haveOtherTimeouts(state: Props, inputs: Props): boolean {
  return ["timeouts", hidden.timeouts].some((name) => {
    return !containsUnknown(inputs[name]) && !deepEqual(state[name], inputs[name]);
  });
}

/** Inputs whose new value is another one; a name we made ourselves follows the other inputs. */
export function changedInputs(definition: Definition, state: Props, inputs: Props): string[] {
  const equivalent = definition.equivalent?.(state, inputs) ?? [];
  return inputNames(definition).filter((name) => {
    if (equivalent.includes(name)) return false;
    if (definition.changes[name]?.on === "ignore") return false;
    if (name === "name" && inputs[hidden.generatedName] === true) return false;
    return !isSame(definition, name, [state[name], inputs[name]]);
  });
}

interface Changing {
  readonly name: string;
  readonly state: Props;
  readonly inputs: Props;
}

function refuse(
  context: Context,
  definition: Definition,
  changing: Changing & { subject: string },
): void {
  const { name, subject, state, inputs } = changing;
  const change = definition.changes[name];
  const before = state[name];
  const after = inputs[name];
  if (change === undefined || containsUnknown(after)) return;
  if (meaningOf(context, definition, changing) !== "refuse" || mayBeAllowed(change, inputs)) return;
  throw new HostingError(
    "input",
    `${subject} was not changed: ${name} cannot change from ${shown(definition, name, before)} to ${shown(definition, name, after)} without replacing it, which ${change.why ?? "loses what it holds"}. Undo the change, or set ${change.unless}: true to allow it.`,
  );
}

/** An opt-in that is not known yet refuses nothing; it is asked again when it is known. */
function mayBeAllowed(change: Change, inputs: Props): boolean {
  return (
    isAllowed(change, inputs) || (change.unless !== undefined && isUnknown(inputs[change.unless]))
  );
}

function isAllowed(change: Change, inputs: Props): boolean {
  return change.unless !== undefined && inputs[change.unless] === true;
}

function replacesOn(context: Context, definition: Definition, changing: Changing): boolean {
  const change = definition.changes[changing.name];
  const meaning = meaningOf(context, definition, changing);
  if (change === undefined || meaning !== "refuse") return meaning === "replace";
  return isAllowed(change, changing.inputs);
}

/** An update that no route applies replaces, and is refused where that would lose something. */
function meaningOf(
  context: Context,
  definition: Definition,
  { name, state }: Changing,
): Change["on"] | undefined {
  const change = definition.changes[name];
  if (change?.on !== "update" || canUpdate(context, definition, state)) return change?.on;
  return change.unless === undefined ? "replace" : "refuse";
}

function canUpdate(context: Context, { kind, update }: Definition, state: Props): boolean {
  return update !== undefined || new Routes(context, state).route(kind, "update") !== undefined;
}
