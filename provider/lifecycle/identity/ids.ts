import { randomUUID } from "node:crypto";
import { type Endpoint, endpoints, type Kind } from "../../../contract/endpoints.ts";
import {
  idFallbacks,
  idPrefixes,
  innerKinds,
  isPathSegment,
  namedKinds,
} from "../../../contract/ids.ts";
import { programName } from "../../../contract/naming.ts";
import { UNKNOWN } from "../../../contract/values/unknown.ts";
import type { Definition } from "../../definition/definition.ts";
import type { Match, Props, Target } from "../../definition/session.ts";

/** Names of a route's placeholders, in the order of its path. */
function placeholders(route: Endpoint): readonly string[] {
  return inputsIn(route.path);
}

/** Fills a route's placeholders from an id; nested ids begin with their parents': `<pool>/<name>`. */
export function paramsFor(route: Endpoint, id: string): Record<string, string> {
  const parts = id.split("/");
  return Object.fromEntries(placeholders(route).map((name, at) => [name, parts[at] ?? ""]));
}

/** Fills a route's placeholders from the inputs of a new object, e.g. `pool`. */
export function paramsOfNew(route: Endpoint, inputs: Props): Record<string, string> {
  const parts = pathInputs(route).map((name) => String(inputs[name]));
  return paramsFor(route, parts.join("/"));
}

/** The part of an id that is the object's own. */
export function ownPart(id: string): string {
  return id.slice(id.lastIndexOf("/") + 1);
}

/** Inputs in the path of a route instead of the body, e.g. `pool`. */
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

/** The id that follows from inputs, whatever it is made of; undefined while one of them is not known. */
export function idByInputs(definition: Definition, inputs: Props): string | undefined {
  const form = definition.naturalId ?? definition.create?.id;
  const isMade = form !== undefined && hasMadeId(definition);
  // A check is given whatever the program has written.
  if (isMade && !inputsIn(form).every((name) => isIdPart(inputs[name]))) return undefined;
  const id = isMade ? idFrom(form, inputs) : naturalId(definition, inputs);
  return id?.includes(UNKNOWN) ? undefined : id;
}

/**
 * The namespace of an id: images of two classes are one kind of object, while an assignment, whose id
 * follows from its inputs, is another thing than the address with that id.
 */
export function idNamespace({ kind, naturalId: form, create, type }: Definition): string {
  return form === undefined && create === undefined ? kind : type;
}

/** True for an assignment, which has the id of its address: what is known of one says nothing of the other. */
export function hasIdOfAnother({ kind, create }: Pick<Definition, "kind" | "create">): boolean {
  return create?.id === `{${kind}Id}`;
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

function inputsIn(form: string): readonly string[] {
  return [...form.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? []);
}

function isIdPart(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number";
}

/**
 * Finds the object with an id in a list of its kind, whose entries are not shown (spec 4 note 1);
 * `isName` where its name stands for the id.
 */
export function matchOf(kind: Kind, id: string, isName: boolean): Match {
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

/** The id that an answer shows, where it fits a path. */
export function shownId(answer: Props): string | undefined {
  const id = idIn(answer);
  return id !== undefined && isPathSegment(id) ? id : undefined;
}

/** True for an object whose name is its id, because the answer to its create brought none. */
export function hasNameAsId({ id, inputs, state }: Target<Props>): boolean {
  return id === (state["name"] ?? inputs["name"]);
}

/** True for an id that the platform made: nobody else's object has it, as a name or a place may be. */
export function isPlatformMade(kind: Kind, id: string, { name }: Props): boolean {
  return !namedKinds.has(kind) && !innerKinds.has(kind) && id !== name;
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
