import type { Held, Order } from "../../provider/definition/definition.ts";
import type { Action } from "../preview/preview.ts";
import { listed } from "../preview/subject.ts";
import type { Change } from "./change.ts";
import { aliasText } from "./renames.ts";

/** Changes that share one line: the same happens to all of them. */
export interface Group {
  readonly first: Change;
  readonly changes: readonly Change[];
}

/** Actions in the order in which people should read them, with the word for what was done. */
export const actionWords: Readonly<Record<Exclude<Action, "same">, string>> = {
  delete: "deleted",
  replace: "replaced",
  update: "updated",
  create: "created",
  adopt: "adopted",
  import: "imported",
  read: "read",
  other: "changed",
};

const actions = Object.keys(actionWords);

/** The changes of a plan, what is dangerous first; those of one class that differ in nothing but names are one. */
export function groupsOf(changes: readonly Change[]): readonly Group[] {
  const groups = [...Map.groupBy(changes, keyOf).values()].flatMap((same): Group[] => {
    const [first] = same;
    return first === undefined ? [] : [{ first, changes: same }];
  });
  return groups.toSorted((one, other) => rankOf(one) - rankOf(other));
}

/** How many of each action there are: `1 replaced, 2 updated`. */
export function countsOf(changes: readonly Change[]): readonly string[] {
  return Object.entries(actionWords).flatMap(([action, word]) => {
    const { length } = changes.filter((change) => change.action === action);
    return length === 0 ? [] : [`${length} ${word}`];
  });
}

/** `image "debian/13" → "debian/14"`, or the names of inputs alone where the values differ within the group. */
export function fieldsOf({ changes, first }: Group, quote = (text: string) => text): string {
  const isSame = changes.every((change) => valuesIn(change) === valuesIn(first));
  return first.fields
    .map(({ name, values }) =>
      isSame && values !== undefined
        ? `${name} ${quote(values.before)} → ${quote(values.after)}`
        : name,
    )
    .join(", ");
}

/** The remarks: which object is deleted first, what is lost, what stays. */
export function remarksOf({ first, changes }: Group): readonly string[] {
  const { order, stays } = first;
  const isOne = changes.length === 1;
  const losses = first.losses.flatMap(({ kind, text }) => {
    if (kind === "uptime") return [];
    return [isOne ? text : ofSeveral[kind]];
  });
  return [
    ...(order === undefined ? [] : [orderWords[order][isOne ? 0 : 1]]),
    ...(losses.length === 0 ? [] : [`${isOne ? "loses" : "lose"} ${listed(losses)}`]),
    ...(stays === undefined ? [] : [stays]),
    ...renameRemarks(changes),
    ...(first.moved === undefined ? [] : [first.moved]),
  ];
}

const mostRenamed = 3;

/** All of a group look renamed, or none. */
function renameRemarks(changes: readonly Change[]): readonly string[] {
  const renamed = changes.flatMap(({ name, renamedTo: to }) =>
    to === undefined ? [] : [{ name, to }],
  );
  const [first, ...others] = renamed;
  if (first === undefined) return [];
  if (others.length === 0) {
    return [`looks renamed to "${first.to}": to keep it, ${aliasText(first.name)}`];
  }
  const names = renamed.slice(0, mostRenamed).map(({ to }) => `"${to}"`);
  const left = renamed.length - names.length;
  const all = listed(left === 0 ? names : [...names, `${left} more`]);
  return [`look renamed to ${all}: to keep each, ${aliasText("<its old name>")}`];
}

/** For one object and for several. */
const orderWords: Readonly<Record<Order, readonly [one: string, several: string]>> = {
  createFirst: ["the new one comes first", "the new ones come first"],
  deleteFirst: [
    "the old one is deleted first, and there is none until the new one is ready",
    "the old ones are deleted first, and there are none until the new ones are ready",
  ],
};

const ofSeveral: Readonly<Record<Held, string>> = {
  data: "their data",
  disk: "what is on their disks",
  address: "their addresses",
};

function keyOf({ action, type, fields, order, losses, stays, renamedTo, moved }: Change): string {
  const names = fields.map(({ name }) => name);
  const kinds = losses.map(({ kind }) => kind);
  return JSON.stringify([action, type, names, order, kinds, stays, renamedTo !== undefined, moved]);
}

function valuesIn({ fields }: Change): string {
  return JSON.stringify(fields);
}

function rankOf({ first }: Group): number {
  return actions.indexOf(first.action);
}
