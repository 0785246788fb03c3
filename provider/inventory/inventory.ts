import type { Kind } from "../../contract/endpoints.ts";
import type { Context } from "../lifecycle/operation/context.ts";
import { Account, type Item, type Listed } from "./account.ts";
import { type Divided, dividedByMaker } from "./built-in.ts";
import { withoutDoubles } from "./doubles.ts";
import { type Classes, foundIn, isUnclear, unseen } from "./found.ts";
import { readLists, type Tell } from "./lists.ts";
import { completed, follow, type Named, readWanted, type Wanted } from "./singles.ts";

/** The objects of an account, as far as its lists, the ids in them and the given ids show. */
export interface Inventory extends Divided {
  readonly lists: readonly Listed[];
  /** Ids that answers name, and of which nothing tells more. */
  readonly unread: readonly Named[];
  /** Objects of which nothing tells their class. */
  readonly unclear: readonly Item[];
  /** Requested objects that do not exist. */
  readonly missing: readonly Wanted[];
  readonly requests: number;
}

/** The objects to look for. */
export interface Search extends Omit<Classes, "assumptions"> {
  readonly wanted: readonly Wanted[];
  /** Ids of what nothing lists and lists are inside of, like projects. */
  readonly places: readonly string[];
  readonly tell: Tell;
}

/**
 * Reads what an account has: each list once, and single objects where lists say too little of them or
 * name others. Nothing is changed.
 *
 * @throws HostingError when the platform cannot be reached, or refuses the key everywhere.
 */
export async function takeInventory(context: Context, search: Search): Promise<Inventory> {
  const account = new Account(context);
  const classes = { ...search, assumptions: context.assumptions };
  const { definitions, places, tell } = search;
  const lists = await readLists(account, { definitions, given: places, tell });
  account.confirmKey();
  const listed = lists.flatMap(({ items }) => items);
  const wanted = await readWanted(account, search.wanted, listed);
  const named = await follow(account, lists, [...listed, ...wanted.items]);
  const all = [...listed, ...wanted.items, ...named.items];
  const items = await completed(account, classes, { items: all, tell });
  const isWhole = (kind: Kind) => lists.some((list) => list.kind === kind && list.is === "whole");
  const [missing = [], unseeable = []] = [true, false].map((isListed) =>
    wanted.unread.filter(({ definition: { kind } }) => isWhole(kind) === isListed),
  );
  const found = [
    ...withoutDoubles(items.flatMap((item) => foundIn(classes, item))),
    ...unseeable.map(({ definition, id }) => unseen(definition, id)),
  ];
  return {
    ...(await dividedByMaker(account, classes, found)),
    lists,
    unread: named.unread,
    unclear: items.filter((item) => isUnclear(classes, item)),
    missing,
    requests: account.requests,
  };
}
