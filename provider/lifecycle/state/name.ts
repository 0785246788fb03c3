import { createHash } from "node:crypto";
import { containsUnknown, UNKNOWN } from "../../../contract/values/unknown.ts";
import type { Definition } from "../../definition/definition.ts";
import type { Props } from "../../definition/session.ts";
import { hidden, isRecord, platformInputs } from "./state.ts";

/**
 * Fills in a `name` that was left out. With old inputs it stays what it was; otherwise it is
 * `<logical name>-<8 base32>`, so that a repeated create asks for the same name, a replacement for
 * another one, and nothing depends on chance.
 */
export function fillName(definition: Definition, oldInputs: Props, inputs: Props): Props {
  if (!isNamed(definition) || inputs["name"] !== undefined) return inputs;
  if (inputs["adopt"] !== undefined && oldInputs["name"] === undefined) {
    return { ...inputs, [hidden.generatedName]: true };
  }
  const name = oldInputs["name"] ?? generatedName(definition, inputs);
  return { ...inputs, name, [hidden.generatedName]: true };
}

/** True for a class whose objects have names. */
export function isNamed({ inputs }: Pick<Definition, "inputs">): boolean {
  return "name" in inputs.shape;
}

const suffixLength = 8;
const longestName = 63;
const base32 = "abcdefghijklmnopqrstuvwxyz234567";

function generatedName(definition: Definition, inputs: Props): string {
  const identity = inputs[hidden.identity];
  const named = Object.entries(platformInputs(definition, inputs)).filter(
    ([key]) => !definition.secrets.includes(key),
  );
  if (containsUnknown(named) || !isRecord(identity)) return UNKNOWN;
  const hash = createHash("sha256");
  hash.update(
    JSON.stringify([definition.type, sorted(identity), sorted(Object.fromEntries(named))]),
  );
  const suffix = [...hash.digest().subarray(0, suffixLength)]
    .map((byte) => base32[byte % base32.length])
    .join("");
  return `${slug(String(identity["name"]))}-${suffix}`;
}

function slug(logicalName: string): string {
  const plain = logicalName
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+/, "");
  return plain.slice(0, longestName - suffixLength - 1).replace(/-+$/, "") || "x";
}

/** The same value with the keys of every object in order, so that equal inputs hash equally. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return entries.map(([key, item]) => [key, sorted(item)]);
}
