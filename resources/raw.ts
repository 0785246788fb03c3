import type { Kind } from "../contract/endpoints.ts";
import { isNoun } from "../contract/ids.ts";
import { isSameSet } from "../contract/values/set.ts";
import { isUnknown } from "../contract/values/unknown.ts";
import type { CheckContext, Problem } from "../provider/definition/definition.ts";
import type { Props } from "../provider/definition/session.ts";

/** The owner of a body in the platform's own words. */
interface Named {
  readonly kind: Kind;
  readonly noun: string;
}

/**
 * An object made under another name inside `raw` would be stored under `name` and never be found. The
 * payloads are not shown (spec 4 notes 2 and 3): a name may be at the top, or in an envelope that
 * is called like the kind. Below any other key it may as well be somebody else's.
 */
export function rawNameProblems(
  { kind, noun }: Named,
  raw: Props,
  { given, oldInputs }: CheckContext,
): readonly Problem[] {
  // A name that is left out stays the one it has.
  const name = given["name"] ?? oldInputs["name"];
  const isOther = (body: Props) => "name" in body && body["name"] !== name;
  if (isUnknown(name) || !partsOf(kind, raw).some(isOther)) return [];
  const reason = `raw sets a name, but the ${noun} is known by its input \`name\`. Take it out of \`raw\` and set \`name\`.`;
  return [{ property: "raw", reason }];
}

/** True for bodies that differ in whether they repeat the name alone, which is sent in any case. */
export function isSameButForName(kind: Kind, before: Props, after: Props): boolean {
  const bodies = [before, after].map(({ name, raw }) => withoutName(kind, raw, name));
  return isSameSet(bodies.slice(0, 1), bodies.slice(1));
}

/** The body, and the envelope in it that is called like the kind. */
function partsOf(kind: Kind, raw: Props): readonly Props[] {
  const inside = Object.entries(raw).filter(([key]) => isNoun(key, kind));
  return [raw, ...inside.flatMap(([, value]) => (isBody(value) ? [value] : []))];
}

function withoutName(kind: Kind, raw: unknown, name: unknown): unknown {
  if (!isBody(raw)) return raw;
  const entries = Object.entries(raw).filter(([key, value]) => key !== "name" || value !== name);
  const strip = ([key, value]: [string, unknown]) =>
    isNoun(key, kind) && isBody(value) ? [key, withoutName(kind, value, name)] : [key, value];
  return Object.fromEntries(entries.map(strip));
}

function isBody(value: unknown): value is Props {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
