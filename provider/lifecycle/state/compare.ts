import { isCidr } from "../../../contract/values/address.ts";
import type { Definition } from "../../definition/definition.ts";
import type { Observed, Props } from "../../definition/session.ts";
import { shortened, withoutMiddle } from "../../display.ts";
import { isSecret } from "./secrets.ts";
import { deepEqual, isRecord } from "./state.ts";

/** An answer's value of an input, and what the program declares there. */
export interface Values {
  readonly found: unknown;
  readonly declared: unknown;
}

/** True when two values that a program gives for an input mean the same. */
export function isSame(
  definition: Definition,
  name: string,
  [before, after]: readonly [unknown, unknown],
): boolean {
  if (deepEqual(before, after)) return true;
  const same = definition.changes[name]?.same;
  return same !== undefined && before !== undefined && after !== undefined && same(before, after);
}

/**
 * True when an answer means what the program declares and no more: fields of a rule that the program
 * leaves out are not set in the answer either.
 */
export function isAsDeclared(definition: Definition, name: string, values: Values): boolean {
  const fields = definition.changes[name]?.fields;
  if (fields === undefined) return meetsDeclared(definition, name, values);
  const declared = onlyFields(values.declared, fields);
  const found = coerced({ found: onlyFields(values.found, fields), declared });
  return isEqualAnswer(definition, name, { found, declared });
}

/** True when an answer means what the program declares, whatever it says besides. */
export function meetsDeclared(definition: Definition, name: string, values: Values): boolean {
  return isEqualAnswer(definition, name, {
    ...values,
    found: asDeclared(definition, name, values),
  });
}

/** True when an answer shows all of these inputs as the program declares them. */
export function areAsDeclared(
  definition: Definition,
  { inputs, observed }: { readonly inputs: Props; readonly observed: Observed },
  names: readonly string[],
): boolean {
  return names.every((name) => {
    const values = { found: observed[name], declared: inputs[name] };
    return observed[name] != null && meetsDeclared(definition, name, values);
  });
}

/** The part of a found value that the program speaks of, as a program writes it. */
export function asDeclared(definition: Definition, name: string, values: Values): unknown {
  const { same, toInput } = definition.changes[name] ?? {};
  const part = partOf(values, (left, right) => {
    return deepEqual(left, right) || same?.([left], [right]) === true;
  });
  return toInput?.(part) ?? part;
}

/** A found value as an input that the next program is compared with: of a rule, all that a program may write. */
export function asInput(definition: Definition, name: string, values: Values): unknown {
  const fields = definition.changes[name]?.fields;
  return fields === undefined
    ? asDeclared(definition, name, values)
    : onlyFields(values.found, fields);
}

function isEqualAnswer(definition: Definition, name: string, { found, declared }: Values): boolean {
  if (isSame(definition, name, [found, declared])) return true;
  return definition.changes[name]?.respelled?.(found, declared) === true;
}

type IsEqual = (left: unknown, right: unknown) => boolean;

function partOf({ found, declared }: Values, isEqual: IsEqual): unknown {
  if (Array.isArray(found) && Array.isArray(declared)) {
    return found.map((item, at) => {
      const like = counterpart(item, declared, isEqual) ?? declared[at];
      return partOf({ found: item, declared: like }, isEqual);
    });
  }
  if (!isRecord(found) || !isRecord(declared)) return coerced({ found, declared });
  const known = Object.keys(declared).filter((key) => key in found);
  return Object.fromEntries(
    known.map((key) => [key, partOf({ found: found[key], declared: declared[key] }, isEqual)]),
  );
}

/** The entry of a declared list that an item of an answer shows, wherever it is: the one that says most of it. */
function counterpart(item: unknown, declared: readonly unknown[], isEqual: IsEqual): unknown {
  const fitting = declared.filter((like) =>
    isEqual(partOf({ found: item, declared: like }, isEqual), like),
  );
  const lengthOf = (like: unknown) => JSON.stringify(like).length;
  return fitting.sort((left, right) => lengthOf(right) - lengthOf(left))[0];
}

/** Some platforms write numbers as texts, and show what an id or a name stands for as an object that has it. */
function coerced({ found, declared }: Values): unknown {
  if (typeof declared === "number") {
    return typeof found === "string" && /^-?\d+(\.\d+)?$/.test(found) ? Number(found) : found;
  }
  if (typeof declared !== "string" || !isRecord(found)) return found;
  const names = [found["id"], found["slug"], found["name"]];
  return names.includes(declared)
    ? declared
    : (names.find((name) => typeof name === "string") ?? found);
}

/** A rule, or a list of them, with the fields that a program may write and that are set. */
function onlyFields(value: unknown, fields: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => onlyFields(item, fields));
  if (!isRecord(value)) return value;
  const set = Object.entries(value).filter(([key, field]) => fields.includes(key) && isSet(field));
  return Object.fromEntries(set);
}

function isSet(field: unknown): boolean {
  return field != null && field !== "" && !(Array.isArray(field) && field.length === 0);
}

/** The value of an input as messages show it: never a secret. */
export function shown(definition: Definition, name: string, value: unknown): string {
  if (isSecret(definition, name)) return "a secret";
  return definition.changes[name]?.tell?.(value) ?? inShort(value);
}

/** How a found value differs from the declared one, in words: of a map, the keys that differ. */
export function difference(
  definition: Definition,
  name: string,
  values: Values,
  where = "in the program",
): string {
  const found = asDeclared(definition, name, values);
  const { declared } = values;
  // Secrets may be under keys of the user's own, so only fields of the class and ranges of addresses are quoted.
  if (isRecord(found) && isRecord(declared) && !isSecret(definition, name)) {
    const keys = Object.keys(declared).filter((key) => !deepEqual(found[key], declared[key]));
    const [key = ""] = keys;
    const isTyped = definition.changes[name]?.fields !== undefined;
    const areRanges = [found[key], declared[key]].every((one) => isCidr(String(one)));
    if (!isTyped && !areRanges) return `${name} differs in ${keys.join(", ")}`;
    return `${name}.${key} is ${inShort(found[key])} on the platform and ${inShort(declared[key])} ${where}`;
  }
  return `${name} is ${shown(definition, name, found)} on the platform and ${shown(definition, name, declared)} ${where}`;
}

function inShort(value: unknown): string {
  if (value === undefined) return "nothing";
  // Values under keys that the user chose, or behind a signed address, may be secrets.
  if (isRecord(value)) return `{ ${shortened(Object.keys(value).join(", "), longestValue)} }`;
  if (typeof value === "string")
    return JSON.stringify(withoutMiddle(unsigned(value), longestValue));
  const text = JSON.stringify(value, (_, item) =>
    typeof item === "string" ? unsigned(item) : item,
  );
  const cut = shortened(text, longestValue);
  const isOpen = cut !== text && (cut.match(/"/g)?.length ?? 0) % 2 === 1;
  return isOpen ? `${cut}"` : cut;
}

function unsigned(text: string): string {
  return text.replace(/(?<=:\/\/)[^/@]*@|\?.*$/gs, "…");
}

/** Two of them have to fit into a message. */
const longestValue = 50;
