import { isGoneOrGoing } from "../../../contract/assumptions.ts";
import type { Endpoint, Kind } from "../../../contract/endpoints.ts";
import { namedKinds } from "../../../contract/ids.ts";
import type { Definition } from "../../definition/definition.ts";
import type { Props } from "../../definition/session.ts";
import { HostingError } from "../../errors.ts";
import type { Intent } from "../memory/journal.ts";
import type { Operation } from "../operation/operation.ts";
import { heldAs, idIn, newId } from "../state/ids.ts";
import { hidden, isNamed } from "../state/state.ts";

/**
 * Looks for the name in the list of its kind, before anything is sent: whether the platform would
 * refuse it is not shown, and whoever has the name after a lost answer is known to be ours then.
 * Resolves with all that the list shows; undefined where no whole list is known.
 *
 * @throws HostingError when something has the name that is not on its way out.
 */
export async function checkNameIsFree(
  operation: Operation,
  inputs: Props,
  intent: Intent,
): Promise<ReadonlySet<string> | undefined> {
  const { context, definition, requests, subject } = operation;
  const route = listOfNames(operation);
  // Where no list shows names, two objects may have one.
  if (route === undefined) return undefined;
  const { declaration } = intent;
  const inTheWay = await whatIsInTheWay(operation, inputs, intent);
  if (inTheWay !== undefined) {
    throw new HostingError("input", `${subject} was not created: ${inTheWay}`);
  }
  context.memory.claimName(definition.kind, inputs, { declaration, subject });
  const { items, whole } = await requests.list(route, {}, 0);
  return whole ? entriesIn(definition.kind, items) : undefined;
}

/**
 * True while what has the name is on its way out, and, where it `wasLeaving`, once nothing has it any
 * more: what has it in the region asked for, or where nothing has it there, in any other, because names
 * may be one for all regions.
 */
export async function isNameLeaving(
  operation: Operation,
  inputs: Props,
  { wasLeaving, notBefore }: { wasLeaving: boolean; notBefore?: number },
): Promise<boolean> {
  const all = await namesakes(operation, inputs, notBefore);
  const here = all.filter((item) => !isElsewhere(inputs, item));
  const inTheWay = here.length > 0 ? here : all;
  if (inTheWay.length === 0) return wasLeaving;
  return inTheWay.every((item) => isLeaving(operation, inputs, item));
}

/**
 * True for an entry that shows another region than the one asked for: whether a name belongs to one
 * region alone is not shown (spec 2), and where it does not, the platform itself refuses it. A name
 * that we made has one region: another one is the platform's spelling.
 */
export function isElsewhere(inputs: Props, { region: found }: Props): boolean {
  const { region: wanted, [hidden.generatedName]: isGenerated } = inputs;
  if (isGenerated === true || typeof wanted !== "string") return false;
  return typeof found === "string" && wanted !== found;
}

/** What has the name, and what to do about it; undefined when nothing has. */
async function whatIsInTheWay(
  operation: Operation,
  inputs: Props,
  intent: Intent,
): Promise<string | undefined> {
  const { context, definition, subject } = operation;
  const { journal, memory } = context;
  const { declaration } = intent;
  const name = JSON.stringify(inputs["name"]);
  const holder = await holderOf(operation, inputs);
  if (holder === undefined) {
    // Lists do not show yet what another resource of this run is making.
    const claim = memory.claimOf(definition.kind, inputs);
    if (claim === undefined || claim.declaration === declaration) return undefined;
    return `${claim.subject} asks for the name ${name}, too: ${freshName(inputs)}.`;
  }
  const keeper = memory.keeperFrom(definition, { id: holder, props: inputs }, declaration);
  // To a resource that an alias renamed belongs the declaration of what takes its place; only their names differ.
  if (keeper !== undefined && keeper.subject !== subject) {
    return `${keeper.subject} has the name ${name}: set another \`name\` for this one.`;
  }
  const earlier = journal.others(intent).map(({ id }) => id);
  const has = `${holder} has the name ${name}`;
  if (earlier.includes(holder)) {
    return `${has}: an interrupted run made it with other inputs. Delete it in the console, or set adopt to its id to manage it here.`;
  }
  if (earlier.includes(undefined)) {
    return `${has}. If an interrupted run made it with other inputs, delete it in the console or set adopt to its id; to replace it, ${deletingFirst(definition)}, or ${freshName(inputs)}.`;
  }
  return nameTaken(definition, inputs, holder);
}

/** Any list of the run shows what was there before; one that is old may show what is gone by now. */
async function holderOf(operation: Operation, inputs: Props): Promise<string | undefined> {
  if ((await namesakes(operation, inputs, 0)).length === 0) return undefined;
  const { clock } = operation.context;
  const until = clock.now() + roomMilliseconds;
  for (let attempt = 0; ; attempt += 1) {
    const holder = await holderNow(operation, inputs);
    const isGoing = holder !== undefined && wasFreed(operation, inputs, holder);
    if (!isGoing || clock.now() >= until) return holder;
    const waitingFor = `the deletion of ${holder}, which has its name`;
    await operation.waiting.pause(roomWait(attempt), waitingFor);
  }
}

/** Ids of what had the name and was deleted on this machine a moment ago, also by another process. */
export function freedFrom({ context, definition }: Operation, { name }: Props): readonly string[] {
  if (!isNamed(definition) || typeof name !== "string") return [];
  return context.journal.freedFrom({ kind: definition.kind, name });
}

/** True for what had the name and was deleted a moment ago, also where another one had it since. */
export function wasFreed(operation: Operation, inputs: Props, id: string): boolean {
  const { context, definition } = operation;
  const deletion = context.journal.deletionOf({ type: heldAs(definition), id });
  // Where the name is the id, a killed run may have made the next one of it.
  const isDeleted = id !== inputs["name"] && deletion?.isDone === true && deletion.isRecent;
  return isDeleted || freedFrom(operation, inputs).includes(id);
}

/** How long a deletion makes room: what is in the way for longer is so for another reason. */
export const roomMilliseconds = 150_000;

/** Milliseconds until the next look for room. */
export function roomWait(attempt: number): number {
  return waitMilliseconds[Math.min(attempt, waitMilliseconds.length - 1)] ?? 10_000;
}

const waitMilliseconds = [2_000, 3_000, 5_000, 8_000, 10_000];

async function holderNow(operation: Operation, inputs: Props): Promise<string | undefined> {
  const all = await namesakes(operation, inputs);
  const here = all.filter((item) => !isElsewhere(inputs, item));
  const holder = here.find((item) => !isLeaving(operation, inputs, item));
  return holder === undefined ? undefined : (idOf(operation, inputs, holder) ?? "another one");
}

async function namesakes(
  operation: Operation,
  { name }: Props,
  notBefore?: number,
): Promise<readonly Props[]> {
  const route = listOfNames(operation);
  if (route === undefined) return [];
  const { items } = await operation.requests.list(route, {}, notBefore);
  return items.filter((item) => item["name"] === name);
}

/** The list that shows the names of a kind; undefined where it has none that is known to work. */
export function listOfNames({ definition, routes }: Operation): Endpoint | undefined {
  const isKnown = isNamed(definition) && routes.isTrusted(definition.kind, "list");
  return isKnown ? routes.route(definition.kind, "list") : undefined;
}

function isLeaving(operation: Operation, inputs: Props, item: Props): boolean {
  const { context, definition } = operation;
  const id = idOf(operation, inputs, item);
  const wasDeleted = id !== undefined && context.memory.wasDeleted(definition, id);
  return wasDeleted || isGoneOrGoing(item, context);
}

function idOf(operation: Operation, inputs: Props, answer: Props): string | undefined {
  const route = listOfNames(operation);
  return route === undefined ? undefined : newId(operation.definition, route, { answer, inputs });
}

/**
 * Says that a name is taken, and what to do. The engine's `--replace` repeats the name, and nothing
 * tells the provider that a create is one (docs/decisions/0023-who-has-an-object.md).
 */
export function nameTaken(definition: Definition, inputs: Props, holder: string): string {
  const { name } = inputs;
  if (inputs[hidden.generatedName] !== true) {
    const it = holder === name ? "already" : JSON.stringify(name);
    return `${holder} has the name ${it}. After \`--replace\`, ${deletingFirst(definition)}; else delete it in the console, take another name, or set adopt to its id.`;
  }
  return `${holder} has the name ${JSON.stringify(name)} (\`--replace\` repeats a name, and so does a new stack of an old name). To replace it, ${deletingFirst(definition)}, or change an input; for another one set \`name\`; to manage it here, set adopt to its id.`;
}

function freshName(inputs: Props): string {
  return inputs[hidden.generatedName] === true ? "change an input" : "take another name";
}

/** How the old one goes first, and what that costs where it holds data. */
export function deletingFirst({ changes }: Definition): string {
  const loses = "allowDataLoss" in changes ? " (which deletes its data)" : "";
  return `set deleteBeforeReplace: true for this run${loses}`;
}

/**
 * What a lost create may have made under another name, since a platform may write names in its own way:
 * what was not in the list before the create and nothing in this run has. Where no list was seen before,
 * only what has the name in another case, or cut.
 */
export function unclaimedIn(
  operation: Operation,
  items: readonly Props[],
  { inputs, before }: { inputs: Props; before?: ReadonlySet<string> | undefined },
): readonly string[] {
  const { kind } = operation.definition;
  const isNew = (item: Props) =>
    before === undefined ? isRewritten(inputs["name"], item["name"]) : !isIn(before, kind, item);
  return items
    .filter((item) => item["name"] !== inputs["name"] && isNew(item))
    .filter((item) => !isClaimed(operation, item))
    .flatMap((item) => keyOf(kind, item) ?? []);
}

/** What a list shows, to be told from what a later one shows besides. */
export function entriesIn(kind: Kind, items: readonly Props[]): ReadonlySet<string> {
  return new Set(items.flatMap((item) => keyOf(kind, item) ?? []));
}

function isIn(entries: ReadonlySet<string>, kind: Kind, item: Props): boolean {
  const key = keyOf(kind, item);
  return key !== undefined && entries.has(key);
}

function keyOf(kind: Kind, item: Props): string | undefined {
  const { name } = item;
  const id = namedKinds.has(kind) ? undefined : idIn(item);
  return id ?? (typeof name === "string" ? name : undefined);
}

/** A state has it, this run made it, or another create of the run asks for its name. */
function isClaimed({ context: { memory }, definition }: Operation, item: Props): boolean {
  const known = [idIn(item), item["name"]];
  const isHeld = known.some(
    (id) => typeof id === "string" && memory.isHeld(heldAs(definition), id),
  );
  return isHeld || memory.claimOf(definition.kind, item) !== undefined;
}

/** True for a name in another case, or cut: what a platform may make of the one that was sent. */
export function isRewritten(sent: unknown, found: unknown): boolean {
  if (typeof sent !== "string" || typeof found !== "string") return false;
  const [wanted, shown] = [sent.toLowerCase(), found.toLowerCase()];
  return wanted === shown || (shown.length >= shortestCut && wanted.startsWith(shown));
}

/** Names that are cut shorter than this are too much alike. */
const shortestCut = 20;
