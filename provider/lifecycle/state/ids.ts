import { randomUUID } from "node:crypto";
import { type Assumptions, isStatusOf, statusIn } from "../../../contract/assumptions.ts";
import { type Endpoint, endpoints, type Kind } from "../../../contract/endpoints.ts";
import {
  areOtherSystems,
  idFallbacks,
  idPrefixes,
  isPathSegment,
  keptBy,
  namedKinds,
  recognisedBy,
} from "../../../contract/ids.ts";
import { programName, wireName } from "../../../contract/naming.ts";
import { compareAddresses } from "../../../contract/values/address.ts";
import type { Definition } from "../../definition/definition.ts";
import type { Finding, Props, Target } from "../../definition/session.ts";
import { trimmed } from "./answer.ts";
import { deepEqual, hidden, isRecord, pickOutputs, strings } from "./state.ts";
import type { OperationName } from "./timeouts.ts";

/** Names of a route's placeholders, in the order of its path. */
function placeholders(route: Endpoint): readonly string[] {
  return [...route.path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? []);
}

/** Fills a route's placeholders from an id; nested ids begin with their parents': `<pool>/<name>`. */
export function paramsFor(route: Endpoint, id: string): Record<string, string> {
  const parts = id.split("/");
  return Object.fromEntries(placeholders(route).map((name, at) => [name, parts[at] ?? ""]));
}

/** The part of an id that is the object's own. */
export function ownPart(id: string): string {
  return id.slice(id.lastIndexOf("/") + 1);
}

/** Inputs that stand in the path of a route instead of the body, e.g. `pool`. */
export function pathInputs(route: Endpoint): readonly string[] {
  return placeholders(route).map(programName);
}

/** The id an object will have, where it follows from its inputs. */
export function naturalId(definition: Definition, inputs: Props): string | undefined {
  const { kind, naturalId: form } = definition;
  if (form !== undefined) return idFrom(form, inputs);
  if (!namedKinds.has(kind)) return undefined;
  const { create }: Readonly<Record<string, Endpoint>> = endpoints[kind];
  const parents = create === undefined ? [] : pathInputs(create);
  const parts = [...parents, "name"].map((input) => inputs[input]);
  return parts.every((part) => typeof part === "string") ? parts.join("/") : undefined;
}

/**
 * What an id belongs to: images of two classes are one kind of object, while an assignment, whose id
 * follows from its inputs, is another thing than the address with that id.
 */
export function heldAs({ kind, naturalId: form, create, type }: Definition): string {
  return form === undefined && create === undefined ? kind : type;
}

/** True for a class whose ids are made of other inputs than a name, like those of attachments. */
export function hasMadeId({ naturalId: form, create }: Pick<Definition, "naturalId" | "create">) {
  const made = form ?? create?.id;
  return made !== undefined && !made.includes("{random}");
}

/** Fills the inputs into the form of an id, e.g. `{volumeId}/{instanceId}`; `{random}` is made up. */
export function idFrom(form: string, inputs: Props): string {
  return form.replace(/\{(\w+)\}/g, (_all, name: string) =>
    name === "random" ? randomUUID().slice(0, 8) : String(inputs[name]),
  );
}

/**
 * Whether an answer has addresses of the object that a state tells of, by which it is known again. "either" where
 * its boot, or a start, may have brought others; undefined where one shows none.
 */
export function comparedByAddress(
  shown: Shown,
  { assumptions, clock }: Moment,
  name: OperationName | "start",
): "same" | "others" | "either" | undefined {
  const { kind, state, answer } = shown;
  const found = recognisedBy(kind).map((output) => {
    return compareAddresses(strings(state[output]), strings(answer[wireName(output)]));
  });
  if (found.includes("same")) return "same";
  if (!found.includes("others")) return undefined;
  const { [hidden.unfinished]: unfinished, [hidden.onlyAnswered]: answeredAt, status } = state;
  const bootedFor = typeof answeredAt === "number" ? clock.now() - answeredAt : Infinity;
  const isRunning = (word: unknown) => isStatusOf(["running"], word, assumptions);
  const hasStarted = !isRunning(status ?? "running") && isRunning(statusIn(answer, assumptions));
  const mayDiffer =
    unfinished !== undefined ||
    Math.abs(bootedFor) < bootMilliseconds ||
    (hasStarted && isTakenAsStarted(shown, name));
  return mayDiffer && !isOfAnother(shown) && !isOfOtherSystem(shown) ? "either" : "others";
}

/** The longest boot of a machine: what has other addresses later may be somebody else's of its name. */
const bootMilliseconds = 30 * 60_000;

interface Moment {
  readonly assumptions: Assumptions;
  readonly clock: { now(): number };
}

/** What an answer shows by the id of an object, in the words of the platform. */
interface Shown {
  readonly kind: Kind;
  readonly state: Props;
  readonly answer: Props;
}

/**
 * Whether what runs under the name of an object that did not is taken for it. Somebody may have made another one, and
 * a deletion or a change of that is worse than a question; to what is to run, as in a refresh, nothing is sent.
 * "start" where this very operation may have started it.
 */
function isTakenAsStarted(shown: Shown, name: OperationName | "start"): boolean {
  const { kind, state } = shown;
  // An id that the platform made is another one's only to another key.
  if (name === "start" || !namedKinds.has(kind)) return true;
  const isChanged = name === "update" && state["desiredState"] !== "running";
  if (name === "delete" || isChanged) return false;
  return keptIn(shown).every(({ before, found }) => found != null && deepEqual(before, found));
}

/** True for what shows another value of an input than an object keeps as long as it is there. */
function isOfAnother(shown: Shown): boolean {
  // The platform may have its own spelling of what it did not answer as it was sent.
  const echoes = strings(shown.state[hidden.echoes]);
  return keptIn(shown).some(({ name, before, found }) => {
    return echoes.includes(name) && before != null && found != null && !deepEqual(before, found);
  });
}

/** The same by words that no spelling of the platform's explains. */
function isOfOtherSystem(shown: Shown): boolean {
  return keptIn(shown).some(({ before, found }) => areOtherSystems(before, found));
}

/** What an object keeps as long as it is there, as the state has it and as it is shown. */
function keptIn({ kind, state, answer }: Shown) {
  return keptBy(kind).map((name) => {
    const before = state[name];
    return { name, before, found: trimmed({ found: answer[wireName(name)], said: before }) };
  });
}

/** True for what has the name of an object that nothing has started since, and is another one. */
export function isMadeSince(
  definition: Definition,
  { observed, ...shown }: Omit<Shown, "kind"> & { observed: Props },
  moment: Moment,
): boolean {
  const { kind } = definition;
  const compared = comparedByAddress({ kind, ...shown }, moment, "delete");
  if (compared === "same") return false;
  if (compared === "others" || isOfAnother({ kind, ...shown })) return true;
  const [before, now] = [shown.state, observed].map((it) => pickOutputs(definition, it));
  // A start may bring another block of ports as well (spec 3).
  return Object.entries(before ?? {}).some(([name, was]) => {
    const is = now?.[name];
    return isRecord(was) && isRecord(is) && !deepEqual(was, is);
  });
}

/**
 * Finds the object with an id in a list of its kind, whose entries are not shown (spec 4 note 1);
 * `isName` where its name stands for the id.
 */
export function findingOf(kind: Kind, id: string, isName: boolean): Finding {
  const own = ownPart(id);
  const fallback = idFallbacks[kind];
  const named = namedKinds.has(kind) ? "name" : isName ? fallback : undefined;
  const isOwnId = (item: Props) => !namedKinds.has(kind) && idIn(item) === own;
  // Where an entry has no id, that is its id.
  const isOnlyName = (item: Props) =>
    fallback !== undefined && idIn(item) === undefined && item[fallback] === own;
  return {
    isIt: (item) =>
      isOwnId(item) || isOnlyName(item) || (named !== undefined && item[named] === own),
    shows: (item) => (named === undefined ? idIn(item) : item[named]) !== undefined,
  };
}

/** True for a kind whose name stands for an id where an answer brings none. */
export function isNameInPlaceOfId(kind: Kind): boolean {
  return idFallbacks[kind] === "name";
}

/** The id that an answer shows, where it can stand in a path. */
export function shownId(answer: Props): string | undefined {
  const id = idIn(answer);
  return id !== undefined && isPathSegment(id) ? id : undefined;
}

/** True for an object whose name is its id, because the answer to its create brought none. */
export function hasNameAsId({ id, inputs, state }: Target<Props>): boolean {
  return id === (state["name"] ?? inputs["name"]);
}

/** True for an id that follows from inputs: a later object can have it as well. */
export function mayComeBack(definition: Definition, target: Target<Props>): boolean {
  return hasMadeId(definition) || namedKinds.has(definition.kind) || hasNameAsId(target);
}

/** The id of an object that was just created, or undefined when the answer brought none. */
export function newId(
  definition: Definition,
  route: Endpoint,
  { answer, inputs }: { answer: Props; inputs: Props },
): string | undefined {
  const parents = pathInputs(route).map((input) => inputs[input]);
  const parts = [...parents, ownId(definition.kind, answer, inputs)];
  const isId = parts.every((part) => typeof part === "string" && isPathSegment(part));
  return isId ? parts.join("/") : undefined;
}

function ownId(kind: Kind, answer: Props, inputs: Props): unknown {
  if (namedKinds.has(kind)) return inputs["name"];
  const id = idIn(answer);
  if (id?.startsWith(idPrefixes[kind] ?? "")) return id;
  return inputs[idFallbacks[kind] ?? ""];
}

/** The id that an answer shows; a number counts as its digits. */
export function idIn({ id }: Props): string | undefined {
  return typeof id === "string" || Number.isSafeInteger(id) ? String(id) : undefined;
}
