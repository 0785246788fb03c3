import type { Assumptions } from "../../contract/assumptions.ts";
import { type Endpoint, endpoints } from "../../contract/endpoints.ts";
import { idPrefixes, innerKinds, namedKinds } from "../../contract/ids.ts";
import type { Definition, Reference } from "../definition/definition.ts";
import type { Observed, Props } from "../definition/session.ts";
import { idFrom, idNamespace, newId, pathInputs, shownId } from "../lifecycle/identity/ids.ts";
import { withAssumedFields } from "../lifecycle/reconcile/ready.ts";
import type { Item } from "./account.ts";
import { inputsOf, isRequired, type Said } from "./inputs.ts";

/** An object of a class, with what a program has to say of it. */
export interface Found extends Said {
  readonly definition: Definition;
  /** The id for `adopt`; undefined where no answer shows one that fits a path. */
  readonly id: string | undefined;
  readonly observed: Observed;
}

/** Facts about classes before anything is read. */
export interface Classes {
  readonly definitions: readonly Definition[];
  readonly references: ReadonlyMap<string, readonly Reference[]>;
  readonly assumptions: Assumptions;
}

/** The objects that an answer shows: one, and what else it tells of, like where a volume is attached. */
export function foundIn(classes: Classes, item: Item): readonly Found[] {
  const all = viewsOf(classes, item);
  const main = mainOf(all);
  const besides = all.filter((view) => view.isBeside && isWhole(view));
  return (main === undefined ? besides : [main, ...besides]).map((view) => view.found);
}

/** True for an object of several possible classes, where nothing tells of which. */
export function isUnclear(classes: Classes, item: Item): boolean {
  const all = viewsOf(classes, item);
  return all.some(({ isBeside }) => !isBeside) && mainOf(all) === undefined;
}

/** True while an answer leaves out what the classes of its kind need. */
export function isShort(classes: Classes, item: Item): boolean {
  return viewsOf(classes, item).some(({ found: { definition, missing, observed } }) =>
    missing.some((name) => observed[name] === undefined && !definition.secrets.includes(name)),
  );
}

/** An object that nothing reads, by its id alone. */
export function unseen(definition: Definition, id: string): Found {
  const observed = { ...definition.defaults, ...inputsInId(definition, id.split("/")) };
  return { definition, id, observed, ...inputsOf(definition, observed) };
}

/** Every id in a value, of kinds whose ids have a unique prefix. */
export function idsIn(value: unknown, prefix: string): readonly string[] {
  if (typeof value === "string") return isIdWith(prefix, value) ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  return [...new Set(Object.values(value).flatMap((part) => idsIn(part, prefix)))];
}

function isIdWith(prefix: string, text: string): boolean {
  return text.startsWith(prefix) && /^[A-Za-z0-9._-]+$/.test(text.slice(prefix.length));
}

interface View {
  readonly found: Found;
  /** True for a class whose objects are listed within those of another one. */
  readonly isBeside: boolean;
}

function viewsOf(classes: Classes, item: Item): readonly View[] {
  const ofKind = classes.definitions.filter(({ kind }) => kind === item.kind);
  return ofKind.map((definition) => {
    const isBeside = ofKind.length > 1 && idNamespace(definition) !== item.kind;
    const observed = observedAs(classes, definition, item);
    const said = inputsOf(definition, observed);
    const id = idOf(definition, item, { ...definition.defaults, ...observed, ...said.inputs });
    return { isBeside, found: { definition, id, observed, ...said } };
  });
}

/** The only class, or the one of several whose own inputs are shown. */
function mainOf(views: readonly View[]): View | undefined {
  const mains = views.filter(({ isBeside }) => !isBeside);
  if (mains.length < 2) return mains[0];
  const shown = ({ found: { definition, inputs } }: View) =>
    Object.keys(inputs).filter((name) => isRequired(definition, name)).length;
  const [best] = mains.toSorted((left, right) => shown(right) - shown(left));
  return best !== undefined && shown(best) > 0 ? best : undefined;
}

function isWhole({ found: { definition, missing, unsayable } }: View): boolean {
  return missing.length === 0 && !unsayable.some((name) => isRequired(definition, name));
}

/** The values of an answer by the names of the class's inputs. */
function observedAs(classes: Classes, definition: Definition, item: Item): Observed {
  const { kind, parents, fields } = item;
  const named = withAssumedFields({ ...fields }, classes.assumptions);
  const shown = { ...named, ...definition.interpret?.(named, classes.assumptions) };
  const own = innerKinds.has(kind) ? [] : [shownId(fields) ?? ""];
  const told = { ...inputsInId(definition, [...parents, ...own]), ...withoutUndefined(shown) };
  return { ...mentionedIn(classes, definition, fields), ...told };
}

/** An id that an input needs may be under any key (spec 4 note 1): the only one of its kind is meant. */
function mentionedIn(
  { definitions, references }: Classes,
  { type }: Definition,
  fields: Props,
): Props {
  const entries = (references.get(type) ?? []).flatMap(({ path: [name, ...deeper], to }) => {
    const kinds = definitions.filter((target) => to.includes(target.type)).map(({ kind }) => kind);
    const ids = kinds.flatMap((kind) => idsIn(fields, idPrefixes[kind] ?? " "));
    return deeper.length === 0 && ids.length === 1 ? [[name, ids[0]]] : [];
  });
  return Object.fromEntries(entries);
}

/** The inputs that the parts of an id stand for, e.g. the pool and the name of a volume in it. */
export function inputsInId(definition: Definition, parts: readonly string[]): Props {
  const { kind } = definition;
  const form = formOf(definition);
  const route = createRouteOf(definition);
  const inPath = route === undefined ? [] : pathInputs(route);
  const names = form ?? [...inPath, ...(namedKinds.has(kind) ? ["name"] : [])];
  const told = names.flatMap((name, at) => (parts[at] ? [[name, parts[at]]] : []));
  return Object.fromEntries(told);
}

/** Inputs in the form of a made id, in its order. */
function formOf({ create, naturalId }: Definition): readonly string[] | undefined {
  const form = create?.id ?? naturalId;
  return form === undefined
    ? undefined
    : [...form.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? []);
}

function createRouteOf({ kind, createEndpoint }: Definition): Endpoint | undefined {
  const { create }: Readonly<Record<string, Endpoint>> = endpoints[kind];
  return createEndpoint ?? create;
}

function idOf(definition: Definition, { fields }: Item, inputs: Props): string | undefined {
  if (definition.create !== undefined) return idFrom(definition.create.id, inputs);
  const route = createRouteOf(definition);
  return route && newId(definition, route, { answer: fields, inputs });
}

function withoutUndefined(shown: Props): Props {
  return Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== undefined));
}
