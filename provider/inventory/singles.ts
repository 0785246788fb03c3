import type { Kind } from "../../contract/endpoints.ts";
import { idPrefixes, namedKinds } from "../../contract/ids.ts";
import type { Definition } from "../definition/definition.ts";
import { idIn } from "../lifecycle/identity/ids.ts";
import type { Account, Item, Listed } from "./account.ts";
import { type Classes, idsIn, isShort } from "./found.ts";
import { inTurns } from "./in-turns.ts";
import type { Tell } from "./lists.ts";

/** An object by its id. */
export interface Named {
  readonly kind: Kind;
  readonly id: string;
}

/** An object that was asked for, besides those in lists. */
export interface Wanted {
  readonly definition: Definition;
  readonly id: string;
}

/** Objects that were read one by one, and those that could not be. */
export interface Read<N> {
  readonly items: readonly Item[];
  readonly unread: readonly N[];
}

/** Objects that were asked for, where no list has shown them. */
export async function readWanted(
  account: Account,
  wanted: readonly Wanted[],
  listed: readonly Item[],
): Promise<Read<Wanted>> {
  const isListed = ({ definition: { kind }, id }: Wanted) =>
    listed.some((item) => item.kind === kind && `${id}/`.startsWith(`${placeOf(item)}/`));
  return readEach(
    account,
    wanted
      .filter((one) => !isListed(one))
      .map((one) => ({ one, kind: one.definition.kind, id: one.id })),
  );
}

/** Objects whose ids appear in the answers, where no list could have shown them; and so on. */
export async function follow(
  account: Account,
  lists: readonly Listed[],
  items: readonly Item[],
): Promise<Read<Named>> {
  const kinds = Object.keys(idPrefixes).filter((kind): kind is Kind =>
    lists.some((list) => list.kind === kind && list.is !== "whole" && list.parents.length === 0),
  );
  const known = new Set(items.map(keyOf));
  const read: Item[] = [];
  const unread: Named[] = [];
  for (let fresh = items; fresh.length > 0; ) {
    const named = kinds.flatMap((kind) =>
      idsIn(
        fresh.map(({ fields }) => fields),
        idPrefixes[kind] ?? "",
      ).map((id) => ({ kind, id })),
    );
    const unknown = named.filter(({ kind, id }) => !known.has(`${kind} ${id}`));
    for (const { kind, id } of unknown) known.add(`${kind} ${id}`);
    const answers = await readEach(
      account,
      unknown.map((one) => ({ one, ...one })),
    );
    read.push(...answers.items);
    unread.push(...answers.unread);
    fresh = answers.items;
  }
  return { items: read, unread };
}

/** Objects of lists, read one by one where lists say too little of them and a single answer says more. */
export async function completed(
  account: Account,
  classes: Classes,
  { items, tell }: { readonly items: readonly Item[]; readonly tell: Tell },
): Promise<readonly Item[]> {
  const isOpen = (item: Item) => isShort(classes, item) || !account.isReadable(item.kind);
  const listed = items.filter(({ isAlone }) => !isAlone);
  const firsts = new Set(new Map(listed.filter(isOpen).map((item) => [item.kind, item])).values());
  const whole = new Map<Item, Item>();
  let done = 0;
  const complete = async (item: Item) => {
    done += 1;
    tell(`Reading single objects: ${done}`);
    const read = account.canRead(item.kind)
      ? await account.read(item.kind, placeOf(item))
      : undefined;
    const fields = { ...item.fields, ...read?.fields };
    // One that says nothing more, or nothing at all, speaks for the others of its kind.
    if (Object.keys(fields).length === Object.keys(item.fields).length) account.giveUp(item.kind);
    whole.set(item, { ...item, fields });
  };
  await inTurns([...firsts], complete);
  const others = listed.filter((item) => !firsts.has(item) && isShort(classes, item));
  await inTurns(
    others.filter(({ kind }) => account.canRead(kind)),
    complete,
  );
  return items.map((item) => whole.get(item) ?? item);
}

async function readEach<N>(
  account: Account,
  named: readonly (Named & { readonly one: N })[],
): Promise<Read<N>> {
  const answers = await inTurns(named, async ({ one, kind, id }) => ({
    one,
    item: await account.read(kind, id),
  }));
  return {
    items: answers.flatMap(({ item }) => item ?? []),
    unread: answers.flatMap(({ one, item }) => (item === undefined ? [one] : [])),
  };
}

function keyOf(item: Item): string {
  return `${item.kind} ${placeOf(item)}`;
}

/** How paths name an object. */
function placeOf({ kind, parents, fields }: Item): string {
  const own = namedKinds.has(kind) ? fields["name"] : (idIn(fields) ?? fields["name"]);
  return [...parents, ...(typeof own === "string" ? [own] : [])].join("/");
}
