import type { Definition } from "../../provider/definition/definition.ts";
import { deepEqual, isRecord } from "../../provider/lifecycle/state/state.ts";
import { secretText } from "../preview/preview.ts";

/** A place in an input at which the platform has something else than the program declares. */
export interface Difference {
  /** The input, and where in it: `inbound[0].ports`. */
  readonly input: string;
  /** Null for nothing; left out where what Pulumi printed does not show it. */
  readonly declared?: unknown;
  readonly found?: unknown;
}

/** Two values of an input, as far as they are shown. */
export type Values = Omit<Difference, "input">;

/** Where the values of an input differ: rules by index and field. A secret has {@link secretText} in its place. */
export function differencesIn(
  definition: Definition,
  name: string,
  values: Values,
): readonly Difference[] {
  if (definition.secrets.includes(name) || !isShown(values)) {
    return [{ input: name, ...hidingSecrets(definition, name, values) }];
  }
  const { declared, found } = values;
  const same = definition.changes[name]?.same;
  const isEqual: IsEqual = (left, right) =>
    deepEqual(left, right) || same?.([left], [right]) === true;
  const all = walk(name, { declared, found }, isEqual);
  // The same entries in another order, or a secret that is not shown.
  return all.length > 0 ? all : [{ input: name, ...hidingSecrets(definition, name, values) }];
}

type IsEqual = (left: unknown, right: unknown) => boolean;
type Pair = Required<Values>;

function isShown(values: Values): values is Pair {
  return "declared" in values && "found" in values;
}

function hidingSecrets(definition: Definition, name: string, values: Values): Values {
  const isSecret = definition.secrets.includes(name) || Object.values(values).some(holdsSecret);
  const entries = Object.entries(values).map(([side, value]) => {
    return [side, isSecret ? secretText : (value ?? null)];
  });
  return Object.fromEntries(entries);
}

function walk(path: string, { declared, found }: Pair, isEqual: IsEqual): readonly Difference[] {
  if (deepEqual(declared, found)) return [];
  if (isRecord(declared) && isRecord(found)) {
    const keys = [...new Set([...Object.keys(declared), ...Object.keys(found)])];
    return keys.flatMap((key) => {
      const pair = { declared: declared[key], found: found[key] };
      return walk(path + step(key), pair, isEqual);
    });
  }
  // An entry of a list may stand for any other, so one secret hides all.
  if (holdsSecret(declared) || holdsSecret(found)) {
    return [{ input: path, declared: secretText, found: secretText }];
  }
  if (isOfRecords(declared) && isOfRecords(found)) {
    return paired(declared, found, isEqual).flatMap(({ at, ...pair }) =>
      walk(`${path}[${at}]`, pair, isEqual),
    );
  }
  return [{ input: path, declared: declared ?? null, found: found ?? null }];
}

type Entries = readonly Readonly<Record<string, unknown>>[];

function isOfRecords(value: unknown): value is Entries {
  return Array.isArray(value) && value.every(isRecord);
}

/** Entries that are not in both lists, each beside the one that is most like it; the index is the program's where it has one. */
function paired(declared: Entries, found: Entries, isEqual: IsEqual) {
  const left = new Map(found.entries());
  const take = (rank: (entry: Entries[number]) => number) => {
    const ranked = [...left].map(([at, entry]) => ({ at, entry, rank: rank(entry) }));
    const [best] = ranked.filter((one) => one.rank > 0).sort((a, b) => b.rank - a.rank);
    if (best !== undefined) left.delete(best.at);
    return best?.entry;
  };
  const open = [...declared.entries()].filter(
    ([, entry]) => take((other) => Number(isEqual(entry, other))) === undefined,
  );
  const pairs = open.map(([at, entry]) => ({
    at,
    declared: entry,
    found: take((other) => 1 + equalFields(entry, other)),
  }));
  const added = [...left].map(([at, entry]) => ({ at, declared: undefined, found: entry }));
  return [...pairs, ...added];
}

function equalFields(one: Entries[number], other: Entries[number]): number {
  return Object.keys(one).filter((key) => deepEqual(one[key], other[key])).length;
}

function step(key: string): string {
  return /^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}

/** True for a value that is a secret or has one in it. */
export function holdsSecret(value: unknown): boolean {
  if (value === secretText) return true;
  return typeof value === "object" && value !== null && Object.values(value).some(holdsSecret);
}
