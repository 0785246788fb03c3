import type { Observed } from "../definition/session.ts";
import { idIn } from "../lifecycle/identity/ids.ts";
import { deepEqual } from "../lifecycle/record/state.ts";
import type { Found } from "./found.ts";
import { isRequired } from "./inputs.ts";

/**
 * Each object once: whether the prefixes share their machines is not shown (spec 1), so that one may be
 * in the lists of several kinds. It is of the class whose inputs it shows.
 */
export function withoutDoubles(found: readonly Found[]): readonly Found[] {
  const byName = Map.groupBy(found, ({ observed }) => observed["name"]);
  const doubles = [...byName].flatMap(([name, alike]) =>
    name === undefined ? [] : alike.filter((one) => alike.some((other) => isBetter(other, one))),
  );
  const dropped = new Set(doubles);
  return found.filter((one) => !dropped.has(one));
}

/** True for what is the same object, of a class that fits it better. */
function isBetter(other: Found, one: Found): boolean {
  if (other.definition.kind === one.definition.kind) return false;
  return isSame(one.observed, other.observed) && fitOf(other) > fitOf(one);
}

/** By the id where both answers show one; otherwise by the distinguishing fields that both have: at least one is required. */
function isSame(one: Observed, other: Observed): boolean {
  const [id, otherId] = [idIn(one), idIn(other)];
  if (id !== undefined && otherId !== undefined) return id === otherId;
  const common = Object.keys(one).filter((key) => isTelling(one, key) && isTelling(other, key));
  return common.length > 0 && common.every((key) => deepEqual(one[key], other[key]));
}

/** True for what two objects of one name do not have alike by chance, like addresses. */
function isTelling(observed: Observed, key: string): boolean {
  return /address|created|port/i.test(key) && JSON.stringify(observed[key] ?? null).length > 6;
}

/** How much of what its class needs an object shows; nothing where a part is missing. */
function fitOf({ definition, inputs, missing }: Found): number {
  const needed = missing.filter((name) => !definition.secrets.includes(name));
  if (needed.length > 0) return -needed.length;
  const given = Object.keys(inputs).filter((name) => isRequired(definition, name));
  return given.length + (definition.oneOf.some((name) => name in inputs) ? 1 : 0);
}
