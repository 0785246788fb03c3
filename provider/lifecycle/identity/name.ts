import { createHash } from "node:crypto";
import { containsUnknown, UNKNOWN } from "../../../contract/values/unknown.ts";
import type { Definition } from "../../definition/definition.ts";
import type { Props } from "../../definition/session.ts";
import { hidden, isNamed, isRecord, replacingInputs, sorted } from "../record/state.ts";
import { parentsOf } from "./subject.ts";

/**
 * Fills in a `name` that was left out. With old inputs it stays what it was; otherwise it is
 * `<logical name>-<8 base32>`, a hash of the declaration and of the inputs that replace it: a repeated
 * create asks for the same name, and what replaces an object for another one than that has.
 */
export function fillName(
  definition: Definition,
  inputs: Props,
  { oldInputs, former }: { oldInputs: Props; former?: string | undefined },
): Props {
  if (!isNamed(definition) || inputs["name"] !== undefined) return inputs;
  if (inputs["adopt"] !== undefined && oldInputs["name"] === undefined) {
    return { ...inputs, [hidden.generatedName]: true };
  }
  const name = oldInputs["name"] ?? generatedName(definition, inputs, former);
  return { ...inputs, name, [hidden.generatedName]: true };
}

/** True for an object with that name: a platform may write names in capitals. */
export function isCalled(object: Props, name: string): boolean {
  return String(object["name"]).toLowerCase() === name.toLowerCase();
}

/** False for an object that is shown in another region: a name of the user's own may belong to one region alone (spec 2). */
export function isInRegion(object: Props, { region }: Props): boolean {
  const isTold = typeof object["region"] === "string" && typeof region === "string";
  return !isTold || object["region"] === region;
}

const suffixLength = 8;
const longestName = 63;
const base32 = "abcdefghijklmnopqrstuvwxyz234567";

function generatedName(
  definition: Definition,
  inputs: Props,
  replaced: string | undefined,
): string {
  const identity = inputs[hidden.identity];
  // Who kills a run to correct an input that is updated in place gets the same object again.
  const replacing = replacingInputs(definition, inputs);
  if (containsUnknown(replacing) || !isRecord(identity)) return UNKNOWN;
  const parents = parentsOf(inputs);
  const hash = createHash("sha256");
  hash.update(
    JSON.stringify([
      definition.type,
      sorted(identity),
      sorted(replacing),
      ...(parents === "" ? [] : [{ parents }]),
      ...(replaced === undefined ? [] : [{ replaced }]),
    ]),
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
