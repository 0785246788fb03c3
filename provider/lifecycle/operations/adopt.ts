import { isPathSegment } from "../../../contract/ids.ts";
import type { Change, Definition } from "../../definition/definition.ts";
import type { Props, Sighting } from "../../definition/session.ts";
import { fitted, longestMessage, shortened } from "../../display.ts";
import { HostingError } from "../../errors.ts";
import { adoptersOf, adoptsAt, intentOf, noteAdoption, noteInUse } from "../create-once/intent.ts";
import { deletingFirst } from "../create-once/names.ts";
import type { Operation } from "../operation/operation.ts";
import { type Known, readWhole } from "../reconcile/observe.ts";
import {
  finish,
  justSent,
  partialFailure,
  type Stored,
  stateOf,
  withKeptName,
} from "../reconcile/stored-state.ts";
import { isAsSaid } from "../state/answer.ts";
import { heldAs } from "../state/ids.ts";
import { deepEqual, hidden, isRecord, platformInputs, shown } from "../state/state.ts";
import { withArticle } from "../state/subject.ts";

/**
 * Takes an existing object into the stack: nothing is created, updatable inputs are brought in line,
 * and a difference that could only be solved by replacing it is refused.
 */
export async function adopt(operation: Operation, given: Props, id: string): Promise<Stored> {
  const { context, definition, messages, subject } = operation;
  if (!id.split("/").every(isPathSegment)) {
    throw new HostingError(
      "input",
      `${subject} was not adopted: \`adopt\` must be its id, not "${shortened(id, 80)}".`,
    );
  }
  if (context.memory.isLeaving(definition, id)) {
    throw new HostingError(
      "input",
      `${subject} was not adopted: this run is deleting ${id} for another resource. To rename it, give the new resource an alias instead of \`adopt\`.`,
    );
  }
  const isMeant = given["adopt"] !== undefined;
  const sighting = await look(operation, { id, inputs: given });
  const isGone = sighting.outcome === "gone";
  const isSeen = sighting.outcome === "seen";
  if (isGone || (!isSeen && isMeant && given["adoptUnseen"] !== true)) {
    throw notThere(operation, id, isGone);
  }
  if (!isSeen) messages.warn(`${id} cannot be read, so its inputs are taken as true.`);
  const { observed, isListed } = isSeen ? sighting : unseen;
  const found = { id, inputs: withKeptName(given, observed), observed, isListed };
  const known = compared(operation, found);
  const { inputs } = known;
  const { declaration } = intentOf(context, definition, inputs);
  const { shownOnce = {} } = context.memory.replacedFor(declaration) ?? {};
  if (definition.shownOnce.some((name) => !(name in shownOnce))) {
    messages.warn(
      `${definition.shownOnce.join(", ")} are shown at creation only and stay unknown.`,
    );
  }
  const why = isMeant
    ? `it was not replaced: \`adopt\` names ${id} itself. Remove \`adopt\` to have another one made.`
    : `it was not replaced: ${id} is what an earlier run made for it. To replace it, ${deletingFirst(definition)} and run \`--replace\` once more, or change an input.`;
  noteInUse(operation, { id, inputs, why });
  // What was to be deleted is this one no more, or it had the id before.
  const object = { type: heldAs(definition), id };
  context.journal.dropDeletion(object);
  const state = { ...known.state, ...shownOnce };
  const work = { id, state: inputs };
  // What an earlier run made may have an id by which its declaration adopted the one before it.
  const [adopter] = adoptersOf(context, definition, work);
  if (!isMeant && adopter?.declaration !== declaration)
    return finish(operation, { ...known, state });
  const adopted = { [hidden.adoptedAt]: adoptsAt(context, definition, work) };
  noteAdoption(context, definition, { id, state: { ...inputs, ...adopted }, isStored: false });
  return finish(operation, { ...known, state: { ...state, ...adopted } });
}

const unseen = { observed: {}, isListed: false };

/** @throws PartialFailure for what a create of ours has made: its id is never lost, whatever the look comes to. */
async function look(
  operation: Operation,
  { id, inputs }: Pick<Known, "id" | "inputs">,
): Promise<Sighting> {
  try {
    return await readWhole(operation, { id, inputs, state: {} });
  } catch (error) {
    if (inputs["adopt"] !== undefined || !HostingError.isInstance(error)) throw error;
    const state = justSent(operation, inputs);
    throw partialFailure(error, id, stateOf(operation, { id, inputs, state, observed: {} }));
  }
}

/** What is known of it, unless it cannot be what the program says. */
function compared(operation: Operation, found: Omit<Known, "state">): Known {
  const { inputs } = found;
  // A name we made belongs to this declaration and these inputs: what differs is how the platform writes it.
  if (inputs["adopt"] === undefined && inputs[hidden.generatedName] === true) {
    return { ...found, state: justSent(operation, inputs) };
  }
  refuseMismatch(operation, { ...found, state: {} });
  return { ...found, state: {} };
}

/** Where nothing tells, a mistyped id would be in the state like a real one. */
function notThere({ definition, subject }: Operation, id: string, isGone: boolean): HostingError {
  const { noun } = definition;
  const problem = isGone
    ? `there is no ${noun} ${id}. Correct \`adopt\`, or remove it to create one.`
    : `the platform does not show ${withArticle(noun)} ${id}. Correct \`adopt\`; if the console shows it, set adoptUnseen: true, which takes the inputs as true.`;
  return new HostingError("notFound", `${subject} was not adopted: ${problem}`);
}

/** An input that is another one on the platform, and stays so. */
interface Mismatch {
  readonly name: string;
  readonly found: unknown;
  readonly wanted: unknown;
  /** It would be updated, and nothing could undo that. */
  readonly isOneWay: boolean;
  /** What the program can do about it; nothing where it can neither say what is there nor leave it out. */
  readonly remedy: "say" | "leave out" | undefined;
}

/** Names all that differs at once: who adopts what was made by hand would else need a run for each. */
function refuseMismatch(operation: Operation, known: Known): void {
  const { definition, subject } = operation;
  const { id, inputs } = known;
  const all = mismatches(operation, known);
  const lost = all.find(({ remedy }) => remedy === undefined);
  const first = lost ?? all[0];
  if (first === undefined) return;
  const others = all.filter((one) => one !== first).map(({ name }) => name);
  const why = first.isOneWay ? "that cannot be undone" : "it cannot be updated";
  const told = `${difference(definition, first, id)}, and ${why}`;
  const verb = others.length === 1 ? "differs" : "differ";
  const asWell = others.length === 0 ? "" : `; ${and(others)} ${verb} as well`;
  const inBrief = `${first.name} of ${id} is not what the program says, and ${why}${asWell}`;
  const messages = [`${told}${asWell}`, inBrief].map(
    (cause) => `${subject} was not adopted: ${cause}. ${wayOut(all, inputs)}.`,
  );
  const fitting = messages.find((message) => fitted(message).text.length <= longestMessage);
  throw new HostingError("input", fitting ?? messages[1] ?? told);
}

function mismatches({ definition }: Operation, { inputs, observed }: Known): readonly Mismatch[] {
  const equivalent = definition.equivalent?.(inputs, observed) ?? [];
  return Object.entries(platformInputs(definition, inputs)).flatMap(([name, wanted]) => {
    const found = observed[name];
    // A secret is masked, if it is shown at all, and never quoted.
    const isTold = found != null && !definition.secrets.includes(name);
    if (!isTold || equivalent.includes(name)) return [];
    if (isAsSaid(definition, name, { found, said: wanted })) return [];
    const stays = howItStays(definition.changes[name], [found, wanted], inputs);
    if (stays === undefined) return [];
    const asInput = definition.changes[name]?.toInput?.(found) ?? found;
    const isOneWay = stays === "one way";
    const remedy = remedyFor(definition, name, { ...inputs, [name]: asInput });
    // What no program can say is the platform's own word for what the program left to it.
    if (remedy !== "say" && deepEqual(wanted, definition.defaults[name])) return [];
    return [{ name, found: asInput, wanted, isOneWay, remedy }];
  });
}

/** @param inputs Those of the program, with what is there. */
function remedyFor(definition: Definition, name: string, inputs: Props): Mismatch["remedy"] {
  if (accepts(definition, name, inputs)) return "say";
  const { [name]: _left, ...without } = inputs;
  const isFilledIn = name in definition.defaults;
  return !isFilledIn && accepts(definition, name, without) ? "leave out" : undefined;
}

/** True for inputs of which a check says nothing about that one. */
function accepts(definition: Definition, name: string, inputs: Props): boolean {
  const { error } = definition.inputs.safeParse(platformInputs(definition, inputs));
  return error?.issues.every(({ path: [top] }) => top !== name) ?? true;
}

function difference(definition: Definition, { name, found, wanted }: Mismatch, id: string): string {
  const [there, said] = [shown(definition, name, found), shown(definition, name, wanted)];
  if (isRecord(found) && isRecord(wanted)) {
    // Under keys of the user's own may be secrets, so the keys alone are told.
    const keys = Object.keys(wanted).filter((key) => !deepEqual(found[key], wanted[key]));
    return `${name} of ${id} is not what the program says in ${and(keys)}`;
  }
  if (there === said) return `${name} of ${id} is not what the program says`;
  const isDefault = deepEqual(wanted, definition.defaults[name]);
  return `${name} of ${id} is ${there}, but ${isDefault ? "the default is" : "the program says"} ${said}`;
}

/** What to do about all of them. */
function wayOut(all: readonly Mismatch[], inputs: Props): string {
  // Without `adopt` it is what an interrupted run, or a request without an answer, has made.
  const byHand = inputs["adopt"] === undefined ? ", or delete it in the console" : "";
  if (all.some(({ remedy }) => remedy === undefined)) {
    return `No program can say that: read it with \`get\` instead${byHand}`;
  }
  const left = all.filter(({ remedy }) => remedy === "leave out").map(({ name }) => name);
  const leave = left.length === 0 ? "" : `leave ${and(left)} out`;
  if (left.length === all.length) return `L${leave.slice(1)} of the program${byHand}`;
  const later = all.some(({ isOneWay }) => isOneWay)
    ? ", and change it in the next `pulumi up`"
    : "";
  return `Make the program say what is there${leave && `, ${leave}`}${later}${byHand}`;
}

/** The first few of some names. */
function and(names: readonly string[]): string {
  const most = names.length > mostNames + 1 ? mostNames : names.length;
  const more = names.length > most ? [`${names.length - most} more`] : [];
  return new Intl.ListFormat("en-GB").format([...names.slice(0, most), ...more]);
}

const mostNames = 5;

/** How the difference stays; undefined when it can be updated away, or is of no consequence. */
function howItStays(
  change: Change | undefined,
  [found, wanted]: readonly [unknown, unknown],
  inputs: Props,
): "for ever" | "one way" | undefined {
  if (change?.on === "keep") return undefined;
  if (change?.on !== "update" || change.forbid?.(found, wanted, inputs) !== undefined) {
    return "for ever";
  }
  // A preview shows no difference to what is adopted, so a mistyped size would be for ever.
  const isAdopted = inputs["adopt"] !== undefined;
  return isAdopted && change.forbid?.(wanted, found, inputs) !== undefined ? "one way" : undefined;
}
