import { hash } from "node:crypto";
import { isUnmistakable, sharedKinds } from "../../../contract/ids.ts";
import { kinds } from "../../../contract/kinds/_all.ts";
import type { Definition } from "../../definition/definition.ts";
import type { Props } from "../../definition/session.ts";
import { HostingError } from "../../errors.ts";
import { groupOf, marksIn, marksInTurn } from "../memory/evidence.ts";
import type { Intent, Journal, RecordedAdoption, RecordedIntent } from "../memory/journal.ts";
import type { Context } from "../operation/context.ts";
import type { Operation } from "../operation/operation.ts";
import { othersMilliseconds } from "../operation/witness.ts";
import { doubtName } from "../state/doubt.ts";
import { heldAs, naturalId, ownPart } from "../state/ids.ts";
import { hidden, pickInputs, replacingInputs, sorted, strings } from "../state/state.ts";
import { placeOf, stackOf, subjectOf } from "../state/subject.ts";
import { journalWorld } from "../state/world.ts";

/** The intent of creating an object with these inputs, and its token as versions before URNs noted it. */
export function intentOf(
  { world, keyMark }: Pick<Context, "world" | "keyMark">,
  definition: Definition,
  inputs: Props,
): Intent & { readonly olderToken: string } {
  const sent = sorted(replacingInputs(definition, inputs));
  const known = journalWorld(world);
  const { prefix } = kinds[definition.kind];
  const place = placeOf(definition, inputs);
  const [type, identity] = place;
  const placed = [known, ...place];
  return {
    token: hashOf([...placed, sent]),
    olderToken: hashOf([known, type, identity, sent]),
    declaration: hashOf(placed),
    subject: subjectOf(definition, inputs),
    stack: stackOf(inputs),
    type: heldAs(definition),
    sentBy: prefix === null ? undefined : keyMark(prefix),
  };
}

/** The intent of renewing an object, which is no other create of the same declaration. */
export function renewalOf(
  context: Pick<Context, "world" | "keyMark">,
  definition: Definition,
  { id, inputs }: { id: string; inputs: Props },
): Intent {
  const { declaration, subject, sentBy } = intentOf(context, definition, inputs);
  const token = hashOf([declaration, "renewal", id]);
  return { token, declaration: token, subject, stack: "", sentBy };
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

/** As a state has it. */
type Stated = Readonly<{ id: string; state: Props }>;

/**
 * Notes on disk that the declaration of a state adopts its object, by each id that another state may have of it: each
 * explicit provider is a process of its own.
 */
export function noteAdoption(
  context: Pick<Context, "world" | "keyMark" | "journal">,
  definition: Definition,
  { id, state, isStored }: Stated & { isStored: boolean },
): void {
  const { declaration, subject, stack } = intentOf(context, definition, state);
  const adoptedAt = adoptedAtIn(state);
  for (const object of objectsOf(definition, { id, state }))
    context.journal.adopted({ ...object, declaration, subject, stack, adoptedAt, isStored });
}

/** The object of a state by each id that one may have of it: a member has two. */
export function objectsOf(definition: Definition, { id, state }: Stated) {
  const natural = naturalId(definition, state) ?? id;
  // An address may be spelled otherwise in another state.
  const ids = new Set([id, natural, natural.toLowerCase()]);
  return [...ids].map((known) => ({ type: heldAs(definition), id: known }));
}

/** Forgets who adopted an object that is gone. */
export function dropAdoption(journal: Journal, definition: Definition, gone: Stated): void {
  for (const object of objectsOf(definition, gone)) journal.dropAdoption(object);
}

/** Who is known to have adopted the object of a state, in each stack, the latest first. */
export function adoptersOf(
  { journal }: Pick<Context, "journal">,
  definition: Definition,
  of: Stated,
): readonly RecordedAdoption[] {
  return objectsOf(definition, of)
    .flatMap((object) => journal.adoptersOf(object, stackOf(of.state)))
    .sort(({ adoptedAt: one = 0 }, { adoptedAt: other = 0 }) => other - one);
}

/** The time of an adoption, which is after the ones before it, whatever the clock says. */
export function adoptsAt(
  context: Pick<Context, "clock" | "journal">,
  definition: Definition,
  of: Stated,
): number {
  const [before] = adoptersOf(context, definition, of);
  return Math.max(Math.ceil(context.clock.now()), (before?.adoptedAt ?? 0) + 1);
}

/** When what a state tells of was adopted; what earlier versions adopted has no time, and was made before. */
export function adoptedAtIn({ [hidden.adoptedAt]: adoptedAt, adopt }: Props): number | undefined {
  if (typeof adoptedAt === "number") return adoptedAt;
  return typeof adopt === "string" ? untimed : undefined;
}

/** Later than never, and before any adoption with a time. */
export const untimed = 1;

/**
 * Notes that the engine has an object in its state: its creation or adoption is no open question any
 * more. An alias may have given its declaration another name, which the inputs of a comparison tell.
 */
export function closeIntent(
  context: Context,
  definition: Definition,
  { id, state, inputs }: Stated & { inputs?: Props },
): Intent & Pick<RecordedAdoption, "adoptedAt"> {
  const subject = subjectOf(definition, inputs ?? state);
  const intent = { ...intentOf(context, definition, pickInputs(definition, state)), subject };
  // After a run that was cut short the engine compares what it has deleted already.
  const mayBeOlder = inputs !== undefined;
  const objects = objectsOf(definition, { id, state });
  for (const token of [intent.token, intent.olderToken])
    for (const object of objects) context.journal.stored(token, object.id, mayBeOlder);
  context.declared.noteHeld(intent.token, id);
  const closed = { ...intent, adoptedAt: adoptedAtIn(state) };
  for (const object of objects)
    context.journal.adoptionStored({ ...closed, ...object, isStored: true });
  context.memory.noteHolder(definition, { id, props: state }, closed);
  noteInTurn(context, definition, state);
  return closed;
}

/** Before anything is looked at: else what answers first would prove something. */
function noteInTurn({ evidence, keyMark }: Context, { kind }: Definition, state: Props): void {
  const { prefix } = kinds[kind];
  const inTurn = prefix === null ? [] : marksInTurn(marksIn(state), keyMark(prefix));
  for (const mark of inTurn) evidence.noteInTurn(groupOf(prefix, mark));
}

/** What the keys before this one saw, it sees as well: its object's state says that it took their place. */
export function noteFollowed(
  { evidence, keyMark }: Context,
  { kind }: Definition,
  { [hidden.seenBy]: seenBy, [hidden.seenBefore]: before }: Props,
): void {
  const { prefix } = kinds[kind];
  // Keys of other accounts or projects may see it as well.
  if (prefix === null || sharedKinds.has(kind) || seenBy !== keyMark(prefix)) return;
  for (const mark of strings(before)) evidence.noteFollowed(groupOf(prefix, mark));
}

/**
 * True where the key in use may see what another one's create made: something in a state says that it sees what that one
 * saw, which the engine may compare a moment later, or the id is one that only the object has. It proves no absence: an
 * account's key and a project's may have taken turns at what both see.
 */
export async function maySee(
  { context, definition, waiting, witness }: Operation,
  { name }: Props,
  { id = "", sentBy, isStored, elsewhere }: RecordedIntent,
): Promise<boolean> {
  const { kind } = definition;
  const group = groupOf(kinds[kind].prefix, sentBy ?? "");
  const isTold = () => witness.sees(sentBy) || context.evidence.isFollowed(group);
  const isLeft = isStored || elsewhere !== undefined;
  const isItself = isUnmistakable(kind, ownPart(id), String(name ?? "")) && !sharedKinds.has(kind);
  if (isTold() || (isItself && !isLeft)) return true;
  await waiting.pause(othersMilliseconds, "what this key sees of the stack");
  return isTold();
}

/** To the key of another account what an earlier run made is missing, and what has its name is not ours. */
export function sentByOther({ context: { world }, subject }: Operation, { id }: RecordedIntent) {
  const what = id === undefined ? "may have made it" : `made ${id}`;
  return new HostingError(
    "key",
    `${subject} was not created: a run with another API key ${what}. Check hosting:apiKey; with a new key of the same account run HOSTING_ACCEPT_WORLD=${journalWorld(world)} pulumi up.`,
  );
}

/**
 * A copy of the program in another directory may have a stack of its own: its object is never taken
 * over, and nothing is made in its place unless the user looked into it.
 */
export function leaveToOther(
  operation: Operation,
  { id, elsewhere, ...earlier }: RecordedIntent & { elsewhere: string },
): undefined {
  const what = id === undefined ? "may have made one" : `made ${id}`;
  return unlessForgotten(operation, earlier, (word) => {
    return `${elsewhere} has a stack of this name that ${what}. Set \`adopt\` to its id to manage it here, run \`pulumi refresh\` there if it is theirs, or ${word} pulumi up if nobody has it.`;
  });
}

/**
 * The engine has a state of what a run in good order made. Who asks for it once more is `--replace`, which shows
 * no state, has lost its own, or is a new stack of a name that another one had: `pulumi stack rename` changes no state.
 */
export function leaveToState(
  operation: Operation,
  { id, ...earlier }: RecordedIntent & { id: string },
): undefined {
  return unlessForgotten(operation, earlier, (word) => {
    return `an earlier run made ${id}. Run \`pulumi refresh\` in the stack that has it, this one (before \`--replace\`) or one that was renamed; if none has it, set \`adopt\` to its id, or ${word} to have another one made.`;
  });
}

/** What an earlier run may have made for the declaration with other inputs is in no state. */
export function warnOfInterrupted(
  { context, definition, messages }: Operation,
  { id }: RecordedIntent,
): void {
  if (id !== undefined && context.memory.isInState(definition.kind, id)) return;
  const what = id === undefined ? "may have made another one" : `made ${id}`;
  messages.warn(
    `an interrupted run ${what} with other inputs, which no stack manages. Look in the console; delete it there, or set \`adopt\` to its id.`,
  );
}

function unlessForgotten(
  { context: { forgetUnresolved, journal }, subject }: Operation,
  { token, notedAt }: Pick<RecordedIntent, "token" | "notedAt">,
  why: (word: string) => string,
): undefined {
  const doubt = doubtName(token, notedAt);
  if (forgetUnresolved.includes(doubt)) return void journal.drop(token);
  const word = `HOSTING_FORGET_UNRESOLVED=${doubt}`;
  throw new HostingError("input", `${subject} was not created: ${why(word)}`);
}

function hashOf(value: unknown): string {
  return hash("sha256", JSON.stringify(value)).slice(0, 20);
}
