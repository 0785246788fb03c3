import { type Endpoint, endpoints, isOnPlatform, type Kind } from "../../contract/endpoints.ts";
import { isPathSegment, namedKinds } from "../../contract/ids.ts";
import type { Definition } from "../definition/definition.ts";
import type { Props } from "../definition/session.ts";
import { shownId } from "../lifecycle/identity/ids.ts";
import { collectionOf } from "../lifecycle/operation/routes.ts";
import type { Account, Item, Listed } from "./account.ts";
import { inTurns } from "./in-turns.ts";

/** The message while it takes. */
export type Tell = (what: string) => void;

/**
 * Every list of the classes' kinds, each once: those of all objects of a kind first, then those inside of
 * objects, e.g. the volumes of each pool. `given` are ids of what no list shows, like projects.
 */
export async function readLists(
  account: Account,
  {
    definitions,
    given,
    tell,
  }: { definitions: readonly Definition[]; given: readonly string[]; tell: Tell },
): Promise<readonly Listed[]> {
  const kinds = [...new Set(definitions.map(({ kind }) => kind))].filter(isOnPlatform);
  const routes = kinds.map((kind) => ({ kind, route: account.listRoute(kind) }));
  const inner = routes.flatMap(({ kind, route }) =>
    route?.path.includes("{") ? [{ kind, route }] : [],
  );
  const holders = inner.flatMap(({ route }) => holderOf(account, route) ?? []);
  const outer = [...new Set([...kinds, ...holders])].filter(
    (kind) => !inner.some((one) => one.kind === kind),
  );
  tell(`Reading ${outer.length} lists`);
  const lists = await inTurns(outer, (kind) => account.list(kind));
  const work = inner.flatMap(({ kind, route }) =>
    parentsOf(account, route, { lists, given }).map((parent) => ({ kind, parents: [parent] })),
  );
  let done = 0;
  const within = await inTurns(work, ({ kind, parents }) => {
    done += 1;
    tell(`Reading objects inside others: ${done} of ${work.length}`);
    return account.list(kind, parents);
  });
  const unplaced = inner.filter(
    ({ kind, route }) =>
      holderOf(account, route) === undefined && !within.some((list) => list.kind === kind),
  );
  return [...lists, ...within, ...unplaced.map(({ kind }) => noneOf(kind))];
}

/** Of places that nobody names, nothing is listed. */
function noneOf(kind: Kind): Listed {
  return { kind, parents: [], is: "none", items: [] };
}

/** The kind in whose objects a list is. */
function holderOf(account: Account, route: Endpoint): Kind | undefined {
  const collection = collectionOf(route);
  return allKinds.find((kind) => {
    const list = account.listRoute(kind);
    return (
      list !== undefined &&
      list.path !== route.path &&
      collectionOf(list) === collection &&
      !list.path.includes("{")
    );
  });
}

const allKinds = Object.keys(endpoints).filter((kind): kind is Kind => kind in endpoints);

/** Ids for the placeholder in the path of a list: of what was listed, or where other objects say they belong. */
function parentsOf(
  account: Account,
  route: Endpoint,
  { lists, given }: { lists: readonly Listed[]; given: readonly string[] },
): readonly string[] {
  const holder = holderOf(account, route);
  const items = lists.flatMap((list) => list.items);
  const [, placeholder = ""] = /\{(\w+)\}/.exec(route.path) ?? [];
  const ids =
    holder === undefined
      ? [...given, ...items.map(({ fields }) => fields[placeholder])]
      : items.filter(({ kind }) => kind === holder).map((item) => nameInPath(item));
  const inPaths = ids.filter((id) => typeof id === "string").filter(isPathSegment);
  return [...new Set(inPaths)].sort();
}

/** The object's segment in the paths of its children. */
function nameInPath({ kind, fields }: Item): unknown {
  const { name }: Props = fields;
  return namedKinds.has(kind) ? name : (shownId(fields) ?? name);
}
