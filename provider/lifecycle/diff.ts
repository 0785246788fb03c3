import { containsUnknown, isUnknown } from "../../contract/values/unknown.ts";
import type { Change, Definition } from "../definition/definition.ts";
import type { Props } from "../definition/session.ts";
import { HostingError } from "../errors.ts";
import { endsPlaceholder } from "./create/placeholder.ts";
import { isUnresolved } from "./create/unresolved.ts";
import { idNamespace } from "./identity/ids.ts";
import { deletesFirst } from "./identity/replacement.ts";
import { messagesOf, subjectOf } from "./identity/subject.ts";
import { checkWorld } from "./identity/world.ts";
import type { Context } from "./operation/context.ts";
import { isToBeRestored, noteInState, noteInUse, noteWanted } from "./operation/holders.ts";
import { declarationOf } from "./operation/intent.ts";
import { noteOwner, refuseSharedState } from "./operation/one-object.ts";
import { Routes } from "./operation/routes.ts";
import { Input } from "./record/input.ts";
import { InputRecords } from "./record/input-records.ts";
import { withoutSecrets } from "./record/secrets.ts";
import { deepEqual, hidden, strings } from "./record/state.ts";
import { lastingText } from "./refresh-messages.ts";

/** The effect of a change of inputs; `changes` undefined leaves the comparison of inputs to the engine. */
export interface Difference {
  readonly changes: boolean | undefined;
  readonly replaces: readonly string[];
  readonly deleteBeforeReplace: boolean;
}

interface Comparison {
  readonly id: string;
  readonly state: Props;
  readonly inputs: Props;
}

/**
 * Compares a state with new inputs: first notes what the engine shows by it, then decides, then says
 * what a person should know.
 *
 * @throws HostingError for a change that would lose something and was not allowed.
 */
export function diff(
  context: Context,
  definition: Definition,
  work: Comparison,
): Promise<Difference> {
  const props = [work.inputs, work.state];
  return withoutSecrets(definition, props, (own) => diffDeclared(context, own, work));
}

async function diffDeclared(
  context: Context,
  definition: Definition,
  work: Comparison,
): Promise<Difference> {
  const { id, state, inputs } = work;
  const { declared, memory } = context;
  declared.noteFormer(definition, inputs, state["name"]);
  if (isUnresolved(id)) {
    // `adopt` never replaces otherwise, so it stands for the outcome.
    const isEnded = await endsPlaceholder(context, definition, work);
    const replaces = isEnded ? ["adopt"] : [];
    // Delete first: otherwise a failed run leaves a placeholder whose deletion would find, and delete, the adopted object
    // by its name.
    const difference = { changes: true, replaces, deleteBeforeReplace: isEnded };
    declared.noteCompared(definition, inputs, difference);
    return difference;
  }
  noteInState(context, definition, { id, state });
  const isWanted = declared.isWanted(definition, work);
  if (isWanted) noteWanted(context, definition, { id, state });
  // The engine also compares what depends on a replacement, by its former inputs.
  const isDeclared = isWanted && declared.storedFor(definition, inputs) !== undefined;
  if (isDeclared) refuseSharedState(context, definition, work);
  const compared = compare(context, definition, { ...work, isWanted });
  if (isDeclared && compared.replaces.length === 0) noteOwner(context, definition, work);
  declared.noteCompared(definition, inputs, compared);
  if (isWanted && compared.replaces.length > 0)
    memory.replacements.note(declarationOf(context, definition, inputs), { id });
  if (isWanted && compared.changes === false) {
    noteInUse({ context, definition }, { id, inputs });
    // The program wants it to stay stopped.
    context.journal.endStop({ type: idNamespace(definition), id });
  }
  inform(context, definition, { ...work, ...compared, isWanted });
  return compared;
}

/** Decides what the change of inputs means; changes nothing and shows nothing. */
export function compare(
  context: Context,
  definition: Definition,
  work: Comparison & { isWanted?: boolean },
): Difference {
  const { state, inputs, isWanted = true } = work;
  const stamp = checkWorld(context, state, subjectOf(definition, inputs));
  const stored = InputRecords.in(definition, state);
  const declared = stored.afterDeclaration(inputs);
  const changed = declared.changed.filter((name) => definition.changes[name]?.on !== "keep");
  for (const name of changed) refuse(context, definition, { name, ...work });
  const isRenewed = definition.renew?.isDue(state, inputs) === true;
  const replaces = [
    ...changed.filter((name) => replacesOn(context, definition, { name, state, inputs })),
    ...(isRenewed && definition.renew !== undefined ? [definition.renew.askedBy] : []),
  ];
  if (isWanted) refuseAdoptOfItself(definition, { ...work, replaces });
  // The engine asks for a comparison after a refresh, too: drift that nothing puts back is a change there.
  const isDrifted = !isWanted && Object.keys(stored.lasting).length > 0;
  const isOpen =
    isDrifted ||
    (isWanted && isToBeRestored(context, definition, work)) ||
    (isWanted && declared.takenIn.length > 0) ||
    state[hidden.unfinished] !== undefined ||
    stamp === "accepted" ||
    haveOtherTimeouts(state, inputs) ||
    (isWanted && hasNewSecrets(state, inputs)) ||
    isRenewed ||
    definition.isStale?.(state) === true;
  return {
    changes: isOpen ? true : changed.length > 0 ? undefined : false,
    replaces,
    // Also where nothing replaces it: the engine replaces what it deleted before in any case, and
    // would else delete the old one once more, by the name that is the new one's by then.
    deleteBeforeReplace: isRenewed || deletesFirst(definition, work),
  };
}

/** Says what the comparison came to, where the program alone does not tell. */
function inform(
  context: Context,
  definition: Definition,
  { id, state, inputs, isWanted, replaces }: Comparison & Difference & { isWanted: boolean },
): void {
  const messages = messagesOf(context.display, definition, inputs);
  const { changed, records } = InputRecords.in(definition, state).afterDeclaration(inputs);
  for (const name of changed.filter((one) => definition.changes[one]?.on === "keep"))
    messages.warn(`${name} stays as it is: the platform has no way to change it.`);
  if (!isWanted) return;
  for (const [name, found] of Object.entries(records.lasting)) {
    const values = { found, declared: state[name] };
    messages.warn(lastingText(new Input(definition, name).difference(values)));
  }
  if (replaces.length === 0 && isToBeRestored(context, definition, { id, inputs }))
    messages.inform(
      "it was stopped for a deletion that did not happen, so `pulumi up` starts it again.",
    );
  const { toPutBack } = InputRecords.in(definition, state);
  const isBack = (name: string) =>
    new Input(definition, name).isSame(toPutBack[name], inputs[name]);
  const back = replaces.filter((name) => name in toPutBack && isBack(name));
  if (back.length > 0) {
    const values = back.map(
      (name) => `${name} is ${new Input(definition, name).shown(state[name])}`,
    );
    messages.inform(
      `replaced because it was changed on the platform (${values.join(", ")}), where nothing can change it back.`,
    );
  }
  const { adopt } = inputs;
  const isNamed = typeof adopt === "string" && !isUnknown(adopt);
  const isUnseen = isNamed && adopt === id && replaces.length > 0;
  if (isUnseen)
    messages.warn(
      `it may be replaced because of ${replaces.join(", ")}, but \`adopt\` names the object itself. Remove \`adopt\` before \`pulumi up\`: nothing would be there to adopt.`,
    );
  if (isNamed && adopt !== id && adopt !== state["adopt"] && replaces.length === 0)
    messages.warn(
      `it stays ${id}: \`adopt\` acts at creation alone. To have ${adopt} here, take ${id} out with \`pulumi state delete\`.`,
    );
}

/** @throws HostingError where the object that `adopt` names would be replaced. */
function refuseAdoptOfItself(
  definition: Definition,
  { id, inputs, replaces }: Comparison & { replaces: readonly string[] },
): void {
  const isKnown = replaces.some((name) => !containsUnknown(inputs[name]));
  if (inputs["adopt"] !== id || !isKnown) return;
  throw new HostingError(
    "input",
    `${subjectOf(definition, inputs)} would be replaced because of ${replaces.join(", ")}, but \`adopt\` names the object itself. Remove \`adopt\` to let it be replaced, or undo the change.`,
  );
}

/** A refresh and a destroy know the state only, and the engine renews that by an update alone. */
function haveOtherTimeouts(state: Props, inputs: Props): boolean {
  return ["timeouts", hidden.timeouts].some((name) => {
    return !containsUnknown(inputs[name]) && !deepEqual(state[name], inputs[name]);
  });
}

/** The state has the values of those in plain text, and the engine writes it anew by an update alone. */
function hasNewSecrets(state: Props, inputs: Props): boolean {
  const known = strings(state[hidden.secrets]);
  return strings(inputs[hidden.secrets]).some((name) => !known.includes(name));
}

interface Changing {
  readonly name: string;
  readonly state: Props;
  readonly inputs: Props;
}

function refuse(context: Context, definition: Definition, changing: Changing): void {
  const { name, state, inputs } = changing;
  const change = definition.changes[name];
  const [before, after] = [state[name], inputs[name]];
  if (change === undefined || containsUnknown(after)) return;
  if (meaningOf(context, definition, changing) !== "refuse" || mayBeAllowed(change, inputs)) return;
  const input = new Input(definition, name);
  throw new HostingError(
    "input",
    `${subjectOf(definition, inputs)} was not changed: ${name} cannot change from ${input.shown(before)} to ${input.shown(after)} without replacing it, which ${change.why ?? "loses what it holds"}. Undo the change, or set ${change.unless}: true to allow it.`,
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
