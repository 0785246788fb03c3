import { isCidr } from "../../../contract/values/address.ts";
import type { Change, Definition } from "../../definition/definition.ts";
import { shortened, withoutMiddle } from "../../display.ts";
import { isSecret } from "./secrets.ts";
import { deepEqual, isRecord } from "./state.ts";

/** A value in an answer, and the declared one that it is compared with. */
export interface Values {
  readonly found: unknown;
  readonly declared: unknown;
}

/** An input of a class: how its values are compared, and shown in messages. */
export class Input {
  readonly name: string;
  readonly change: Change | undefined;
  /** No message shows its value. */
  readonly isSecret: boolean;
  /** Requests have it, and answers may show it: a secret of the class is masked there, if it is there at all. */
  readonly isShownByPlatform: boolean;

  constructor(definition: Definition, name: string) {
    this.name = name;
    this.change = definition.changes[name];
    this.isSecret = isSecret(definition, name);
    const travels = this.change?.on !== "ignore" && this.change?.on !== "store";
    this.isShownByPlatform = travels && !definition.secrets.includes(name);
  }

  /** True when two values that a program gives mean the same. */
  isSame(before: unknown, after: unknown): boolean {
    if (deepEqual(before, after)) return true;
    const same = this.change?.same;
    return same !== undefined && before !== undefined && after !== undefined && same(before, after);
  }

  /**
   * True when an answer means what the program declares and no more: fields of a rule that the program
   * leaves out are not set in the answer either.
   */
  isAsDeclared(values: Values): boolean {
    const fields = this.change?.fields;
    if (fields === undefined) return this.meetsDeclared(values);
    const declared = onlyFields(values.declared, fields);
    const found = coerced({ found: onlyFields(values.found, fields), declared });
    return this.#isEqualAnswer({ found, declared });
  }

  /** True when an answer means what the program declares, whatever it has besides. */
  meetsDeclared(values: Values): boolean {
    return this.#isEqualAnswer({ ...values, found: this.asDeclared(values) });
  }

  /** The part of a found value that the program declares, as a program writes it. */
  asDeclared(values: Values): unknown {
    const { same, toInput } = this.change ?? {};
    const part = partOf(values, (left, right) => {
      return deepEqual(left, right) || same?.([left], [right]) === true;
    });
    return toInput?.(part) ?? part;
  }

  /** A found value as an input that the next program is compared with: of a rule, all that a program may write. */
  asInput(values: Values): unknown {
    const fields = this.change?.fields;
    return fields === undefined ? this.asDeclared(values) : onlyFields(values.found, fields);
  }

  /** A value as messages show it: never a secret. */
  shown(value: unknown): string {
    if (this.isSecret) return "a secret";
    return this.change?.tell?.(value) ?? inShort(value);
  }

  /** How a found value differs from the declared one, in words: of a map, the keys that differ. */
  difference(values: Values, where = "in the program"): string {
    const { name } = this;
    const found = this.asDeclared(values);
    const { declared } = values;
    // Secrets may be under keys of the user's own, so only fields of the class and ranges of addresses are quoted.
    if (isRecord(found) && isRecord(declared) && !this.isSecret) {
      const keys = Object.keys(declared).filter((key) => !deepEqual(found[key], declared[key]));
      const [key = ""] = keys;
      const areRanges = [found[key], declared[key]].every((one) => isCidr(String(one)));
      if (this.change?.fields === undefined && !areRanges)
        return `${name} differs in ${keys.join(", ")}`;
      return `${name}.${key} is ${inShort(found[key])} on the platform and ${inShort(declared[key])} ${where}`;
    }
    return `${name} is ${this.shown(found)} on the platform and ${this.shown(declared)} ${where}`;
  }

  #isEqualAnswer({ found, declared }: Values): boolean {
    return this.isSame(found, declared) || this.change?.respelled?.(found, declared) === true;
  }
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
