import { isGoneOrGoing } from "../../contract/assumptions.ts";
import { idPrefixes, isPathSegment, namedKinds } from "../../contract/ids.ts";
import { classType } from "../../contract/price.ts";
import type { Definition } from "../../provider/definition/definition.ts";
import type { Props } from "../../provider/definition/session.ts";
import { isUnresolved } from "../../provider/lifecycle/create/unresolved.ts";
import { shownId } from "../../provider/lifecycle/identity/ids.ts";
import { isNotFound, lookUp } from "../../provider/lifecycle/lookup/lookup.ts";
import type { Context } from "../../provider/lifecycle/operation/context.ts";
import { Operation } from "../../provider/lifecycle/operation/operation.ts";
import type { Resource } from "../doctor/stack-state.ts";
import { CommandError } from "../exit.ts";
import { nameIn } from "../preview/preview.ts";
import type { ByHand } from "./operation.ts";

/** An object that a command is about. */
export interface Found {
  readonly definition: Definition;
  readonly id: string;
  /** Its name; its id where it has none. */
  readonly name: string;
}

/**
 * The one object of these classes that has the name or the id; with a stack, the name in its program
 * comes first. `Class:id` says which class is meant.
 *
 * @throws CommandError where there is none, or more than one.
 */
export async function findOne(
  { context, stack }: Pick<ByHand, "context" | "stack">,
  classes: readonly Definition[],
  given: string,
): Promise<Found> {
  const { candidates, text } = candidatesOf(classes, given);
  const declared = candidates.flatMap((each) => declaredAs(each, text, stack?.resources ?? []));
  const ids = new Set(declared.map(({ id }) => id));
  // The key may lack the scope of a class that the stack has no object of.
  const classesOfIt = candidates.filter((each) =>
    declared.some(({ definition }) => definition === each),
  );
  const asked = classesOfIt.length > 0 ? classesOfIt : candidates;
  const lists = await Promise.all(
    asked.map((each) => listed(context, each, ids.size > 0 ? ids : new Set([text]))),
  );
  const shown = lists.flat();
  // What no list shows is there all the same, as the state says.
  const found = shown.length === 0 ? declared : shown;
  const [first, ...others] = found;
  if (others.length > 0) {
    const all = found.map(({ definition, id }) => `${classOf(definition)}:${id}`);
    throw new CommandError(
      `Nothing was done: "${given}" is ${found.length} objects. Say which one is meant: ${all.join(" or ")}.`,
    );
  }
  const only = first ?? (await byId(context, candidates, text));
  if (only !== undefined) return only;
  const nouns = new Intl.ListFormat("en-GB", { type: "disjunction" }).format(
    candidates.map(({ noun }) => noun),
  );
  throw new CommandError(
    `Nothing was done: no ${nouns} that this key can see has the name or the id "${given}".`,
  );
}

/** `Container` of `compute:Container`. */
export function classOf({ type }: Definition): string {
  return type.slice(type.indexOf(":") + 1);
}

/** `instance inst_4k2m (web)`. */
export function calledOf({ definition, id, name }: Found): string {
  return `${definition.noun} ${id === name ? id : `${id} (${name})`}`;
}

/** Objects of a class that a stack has under a name of its program. */
function declaredAs(
  definition: Definition,
  name: string,
  resources: readonly Resource[],
): readonly Found[] {
  return resources.flatMap(({ urn, type, id }) => {
    const isIt = classType(type) === definition.type && nameIn(urn) === name;
    return isIt && id != null && !isUnresolved(id) ? [{ definition, id, name }] : [];
  });
}

function candidatesOf(classes: readonly Definition[], given: string) {
  const [, name = "", rest = ""] = /^([A-Z]\w*):(.*)$/.exec(given) ?? [];
  const named = classes.filter((each) => classOf(each) === name);
  if (named.length > 0) return { candidates: named, text: rest };
  const prefixed = classes.filter(({ kind }) => hasPrefixOf(kind, given));
  return { candidates: prefixed.length > 0 ? prefixed : classes, text: given };
}

function hasPrefixOf(kind: Definition["kind"], id: string): boolean {
  const prefix = idPrefixes[kind];
  return prefix !== undefined && prefix !== "" && id.startsWith(prefix);
}

/** Those in the list of the class, where there is one. */
async function listed(
  context: Context,
  definition: Definition,
  wanted: ReadonlySet<string>,
): Promise<readonly Found[]> {
  const { kind } = definition;
  const { requests, routes } = new Operation(context, definition, { name: "read", props: {} });
  const route = routes.route(kind, "list");
  if (route === undefined) return [];
  try {
    const { items } = await requests.list(route);
    return items
      .filter((item) => !isGoneOrGoing(item, context))
      .flatMap((item) => asFound(definition, item))
      .filter(({ id, name }) => wanted.has(id) || wanted.has(name));
  } catch (error) {
    if (!isNotFound(error) || route.standing === "documented") throw error;
    return [];
  }
}

function asFound(definition: Definition, { name, ...item }: Props): readonly Found[] {
  const known = typeof name === "string" ? name : undefined;
  const id = namedKinds.has(definition.kind) ? known : (shownId(item) ?? known);
  return id === undefined ? [] : [{ definition, id, name: known ?? id }];
}

/** The one with the id, where no list shows it and one class alone may have such an id. */
async function byId(
  context: Context,
  [definition, ...others]: readonly Definition[],
  id: string,
): Promise<Found | undefined> {
  if (definition === undefined || others.length > 0 || !isPathSegment(id)) return undefined;
  const { kind } = definition;
  if (namedKinds.has(kind) || !id.startsWith(idPrefixes[kind] ?? "")) return undefined;
  const operation = new Operation(context, definition, { name: "read", id, props: {} });
  // Nothing is lost where it is taken for gone.
  const result = await lookUp(operation, { kind, id }, "one list");
  if (result.outcome === "gone") return undefined;
  // Where nothing reads the kind, the user's word is all there is.
  const observed = result.outcome === "seen" ? result.observed : {};
  return asFound(definition, { ...observed, id })[0];
}
