import { isUnknown } from "../../../contract/values/unknown.ts";
import type { Definition } from "../../definition/definition.ts";
import type { Props } from "../../definition/session.ts";
import { Messages, shortened } from "../../display.ts";
import { HostingError } from "../../errors.ts";
import {
  adoptedAtIn,
  adoptersOf,
  type closeIntent,
  intentOf,
  noteAdoption,
  objectsOf,
  untimed,
} from "../create-once/intent.ts";
import type { RecordedAdoption } from "../memory/journal.ts";
import type { Holder } from "../memory/run-memory.ts";
import type { Context } from "../operation/context.ts";
import type { Operation } from "../operation/operation.ts";
import { heldAs, isNameInPlaceOfId } from "../state/ids.ts";
import { aboutOf, stackOf, subjectElsewhere, subjectOf, wordFor } from "../state/subject.ts";

/** An object as its state tells of it, beside what the program says now. */
interface Compared {
  readonly id: string;
  readonly state: Props;
  readonly inputs: Props;
}

/** Who is known to have adopted the object of a state last: a member may have been by another id. */
export function adopterOf(
  context: Pick<Context, "journal">,
  definition: Definition,
  { id, state }: Pick<Compared, "id" | "state">,
): RecordedAdoption | undefined {
  const known = adoptersOf(context, definition, { id, state });
  // What another state has since is not this one's, whatever a killed run was adopting after that.
  return known.find((adopter) => !adopter.isOpen && isNewer(adopter, state)) ?? known[0];
}

/** True for what another stack adopted after this state was written: that one's run alone shows what became of it. */
export function isLeftTo(known: RecordedAdoption, state: Props): boolean {
  const isElsewhere = known.stack !== undefined && known.stack !== stackOf(state);
  return isElsewhere && isNewer(known, state);
}

function isNewer({ adoptedAt = 0 }: RecordedAdoption, state: Props): boolean {
  return adoptedAt > (adoptedAtIn(state) ?? 0);
}

/** A member's address is the same in any case. */
function isNamed(
  definition: Definition,
  of: Pick<Compared, "id" | "state">,
  adopt: unknown,
): boolean {
  const names = [adopt, String(adopt).toLowerCase()];
  return objectsOf(definition, of).some(({ id }) => names.includes(id));
}

/**
 * True where the program names the object of its state with an `adopt` that it did not have so when the last run
 * ended. Where it was dropped since, the outputs have it still: the engine keeps them while nothing else changes.
 */
export function saysAnew(
  { declared }: Pick<Context, "declared">,
  definition: Definition,
  { id, state, inputs }: Compared,
): boolean {
  const { adopt } = inputs;
  const before = declared.storedFor(definition, inputs) ?? state;
  return isNamed(definition, { id, state }, adopt) && adopt !== before["adopt"];
}

/**
 * True where the program says with a new `adopt` that the object of its state is its own, whoever adopted it since, and
 * the state has no time of that yet.
 */
export function isTakenBack(
  context: Pick<Context, "declared">,
  definition: Definition,
  { known, ...work }: Compared & { known: RecordedAdoption | undefined },
): boolean {
  const isSettled = known !== undefined && !isNewer(known, work.state);
  return !isSettled && saysAnew(context, definition, work);
}

/** Says that `adopt`, where it names another object than the state has, cannot bring that one into it. */
export function warnOfOther(
  display: Context["display"],
  definition: Definition,
  { id, state, inputs }: Compared,
): void {
  const { adopt } = inputs;
  if (typeof adopt !== "string" || isUnknown(adopt)) return;
  // What was adopted by a name that stood for its id has that in its outputs.
  const wasItsId = isNameInPlaceOfId(definition.kind) && adopt === state["adopt"];
  if (wasItsId || isNamed(definition, { id, state: inputs }, adopt)) return;
  new Messages(display, aboutOf(definition, inputs)).warn(
    `\`adopt\` names ${shortened(adopt, 80)}, but ${id} is in the state and stays there. To have the other one, run \`pulumi state delete\` for this resource first; to keep this one, remove \`adopt\`.`,
  );
}

/**
 * An `adopt` that came to nothing, because its declaration has another object or failed, says all the same that
 * the object is wanted; so does one of the same declaration, whose older object it is.
 *
 * @throws HostingError where the program names the object that is about to be deleted.
 */
export function refuseNamed(
  { context, definition, subject }: Operation,
  { id, state, declaration }: Pick<Compared, "id" | "state"> & { declaration: string },
): void {
  const named = context.declared.adopting.find(({ definition: other, inputs }) => {
    const isOfType = heldAs(other) === heldAs(definition);
    return isOfType && isNamed(definition, { id, state }, inputs["adopt"]);
  });
  if (named === undefined) return;
  const isOwn = intentOf(context, named.definition, named.inputs).declaration === declaration;
  const why = isOwn
    ? "the program still names it in `adopt`. Remove that"
    : `\`adopt\` of ${subjectOf(named.definition, named.inputs)} names it. If that one has another object, run \`pulumi state delete\` for it, or remove its \`adopt\``;
  throw new HostingError(
    "input",
    `${subject} (${id}) was not deleted: ${why}; then run \`pulumi up\` again.`,
  );
}

/** Whose a compared state is. */
type Owner = ReturnType<typeof closeIntent>;

/**
 * The declaration has the object in the program, too: a refresh compares what that may not have any more. Where nothing
 * changes, the engine keeps the older state, by which an alias's older place asks for the deletion one day.
 */
export function noteWanted(
  { journal, memory }: Context,
  definition: Definition,
  {
    known,
    intent,
    isAsIs,
    ...work
  }: Compared & { known: RecordedAdoption | undefined; intent: Owner; isAsIs: boolean },
): void {
  const { id, state, inputs } = work;
  const { declaration, subject, stack, adoptedAt } = intent;
  const held = { id, props: state };
  // This machine may not know that it was adopted there, and who did before; a state says so itself.
  const isAdopter =
    inputs["adopt"] === id || (isAsIs && (known !== undefined || adoptedAt !== undefined));
  // In one stack the program may have both for a while, and the later one is the adopter.
  const keeper = memory.keeperFrom(definition, held, declaration);
  const isOfOther =
    known !== undefined &&
    (isLeftTo(known, state) ||
      (isNewer(known, state) && keeper?.declaration === known.declaration));
  const adoption = { declaration, subject, stack, adoptedAt, isStored: true };
  if (isAdopter && !isOfOther)
    for (const object of objectsOf(definition, work)) journal.adopted({ ...object, ...adoption });
  if (!isAsIs) return;
  const why = `an older state of it was to be deleted; ${id} is in use, so it stays.`;
  memory.noteHolder(definition, held, { ...intent, why });
}

/** Notes the state that an update stores: an alias may have given it another place, by which the next one asks for its deletion. */
export function noteMoved(
  context: Context,
  definition: Definition,
  { id, state, isStored }: Pick<Compared, "id" | "state"> & { isStored: boolean },
): void {
  const known = adopterOf(context, definition, { id, state });
  const isAdopter = known !== undefined || adoptedAtIn(state) !== undefined;
  if (!isAdopter || (known && isLeftTo(known, state))) return;
  noteAdoption(context, definition, { id, state, isStored });
}

/** Who keeps an object, in this run or as the journal has it. */
export type Keeper = Holder & Partial<RecordedAdoption>;

/** A state of a declaration, as adoptions know it. */
export type Own = Pick<RecordedAdoption, "declaration" | "adoptedAt"> & { readonly stack: string };

/** True for the state that adopted it, whatever its place is now, or did so since: an older one may have the same place. */
export function isOf({ declaration, adoptedAt = 0 }: Own, adopter?: RecordedAdoption): boolean {
  const { adoptedAt: since = 0, isOpen } = adopter ?? {};
  if (since > untimed && adoptedAt === since) return true;
  // What a killed run was to store, its only state may lack.
  const isLater = since <= untimed || adoptedAt >= since || isOpen === true;
  return adopter?.declaration === declaration && isLater;
}

/**
 * True for a note from before the state adopted the object, which another machine did, or this one so long ago that its
 * own note is over. What a killed run of the same stack noted, another state of it may have, and what this run noted is
 * in its program.
 */
function isOlder(note: RecordedAdoption, own: Own): boolean {
  const { adoptedAt = 0, isOpen, isOfRun, stack } = note;
  const { adoptedAt: since = 0 } = own;
  const isElsewhere = stack !== undefined && stack !== own.stack;
  const isDone = !isOpen && !isOfRun && adoptedAt > untimed;
  const isSure = isElsewhere || (isDone && stack === own.stack);
  return isSure && since > untimed && adoptedAt < since;
}

/**
 * Another declaration or state that adopted the object, maybe in another process.
 *
 * @throws HostingError where a killed run did so: left to a state that may not have it, it would be in none.
 */
export function adopterFor(
  { definition, subject }: Operation,
  own: Own,
  adopter: RecordedAdoption | undefined,
): Keeper | undefined {
  if (adopter === undefined || isOf(own, adopter) || isOlder(adopter, own)) return undefined;
  const { id, stack } = adopter;
  if (adopter.declaration === own.declaration) {
    return {
      ...adopter,
      why: `${id} was adopted since by a newer state, so it stays. If nothing has it, delete it in the console.`,
    };
  }
  if (!adopter.isOpen) return adopter;
  const isElsewhere = stack !== undefined && stack !== own.stack;
  const wayOut = isElsewhere
    ? `If \`pulumi stack --show-ids\` has it there, run \`pulumi refresh\` there; else set \`adopt\` to ${id} here (where it stands already, run \`pulumi up\` without it once), and run \`pulumi up\` first`
    : `If \`pulumi stack --show-ids\` has it there, run \`pulumi refresh\`; else, if no other resource has it, delete it in the console and run again with HOSTING_DELETED_BY_HAND=${wordFor(definition, id)}`;
  throw new HostingError(
    "input",
    `${subject} was not deleted: a killed run was adopting ${id} for ${subjectElsewhere(adopter, own.stack)}. ${wayOut}.`,
  );
}
