import type { Definition } from "../../provider/definition/definition.ts";
import { deepEqual, isRecord } from "../../provider/lifecycle/record/state.ts";
import { secretText } from "../preview/preview.ts";

/** A place in an input at which the platform has something else than the program declares. */
export interface Difference {
  /** The input, and where in it: `inbound[0].ports`. */
  readonly input: string;
  /** Null for nothing; left out where Pulumi's document does not show it. */
  readonly declared?: unknown;
  readonly found?: unknown;
}

/** Two values of an input, as far as they are shown. */
export type Values = Omit<Difference, "input">;

/** Where the values of an input differ: rules by index and field. A secret has {@link secretText} in its place. */
export function differencesIn(
  { changes, secrets }: Definition,
  name: string,
  values: Values,
): readonly Difference[] {
  const whole = { input: name, ...shownOf(values, secrets.includes(name)) };
  if (!isBoth(values) || secrets.includes(name)) return [whole];
  const same = changes[name]?.same;
  const isEqual: IsEqual = (left, right) =>
    deepEqual(left, right) || same?.([left], [right]) === true;
  const parts = partsOf(name, values, isEqual);
  // The same entries in another order, or a secret that is not shown.
  return parts.length > 0 ? parts : [whole];
}

type Pair = Required<Values>;
type IsEqual = (left: unknown, right: unknown) => boolean;

function isBoth(values: Values): values is Pair {
  return "declared" in values && "found" in values;
}

function shownOf(values: Values, isSecret: boolean): Values {
  const isHidden = isSecret || holdsSecret(values);
  const entries = Object.entries(values).map(([side, value]) => {
    return [side, isHidden ? secretText : (value ?? null)];
  });
  return Object.fromEntries(entries);
}

function partsOf(path: string, pair: Pair, isEqual: IsEqual): readonly Difference[] {
  const { declared, found } = pair;
  if (deepEqual(declared, found)) return [];
  if (isRecord(declared) && isRecord(found)) {
    const keys = [...new Set([...Object.keys(declared), ...Object.keys(found)])];
    return keys.flatMap((key) =>
      partsOf(path + step(key), { declared: declared[key], found: found[key] }, isEqual),
    );
  }
  // With an entry that is secret, nobody can say which entries of two lists belong together.
  if (isOfRecords(declared) && isOfRecords(found) && !holdsSecret(pair)) {
    return entriesOf(declared, found, isEqual).flatMap(({ at, ...entry }) =>
      partsOf(`${path}[${at}]`, entry, isEqual),
    );
  }
  return [{ input: path, ...shownOf(pair, false) }];
}

function isOfRecords(value: unknown): value is readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) && value.every(isRecord);
}

/** The entries of two lists that are not in both, in pairs; the index is the program's where it has one. */
function entriesOf(declared: readonly unknown[], found: readonly unknown[], isEqual: IsEqual) {
  const left = [...found.entries()];
  const changed = [...declared.entries()].filter(([, entry]) => {
    const at = left.findIndex(([, other]) => isEqual(entry, other));
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
  const length = Math.max(changed.length, left.length);
  return Array.from({ length }, (_none, at) => {
    const [one, other] = [changed[at], left[at]];
    return { at: one?.[0] ?? other?.[0], declared: one?.[1], found: other?.[1] };
  });
}

function step(key: string): string {
  return /^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}

/** True for a value that is a secret or has one in it. */
export function holdsSecret(value: unknown): boolean {
  if (value === secretText) return true;
  return typeof value === "object" && value !== null && Object.values(value).some(holdsSecret);
}
