import type { Problem } from "../../definition/definition.ts";
import type { Props } from "../../definition/session.ts";
import { hidden, isRecord } from "../state/state.ts";

/** What Pulumi has an output read as inside of a text: it would be sent as it stands. */
const misread = /Calling \[to(?:String|JSON)\] on an \[Output<T>\]/;

/** Texts that a program made of an output before its value was there. */
export function misreadOutputs(inputs: Props): readonly Problem[] {
  const { [hidden.identity]: identity, ...given } = inputs;
  const own = Object.entries(given).filter(([name]) => !name.startsWith("__"));
  const places = own.flatMap(([name, value]) => placesIn(name, value));
  const problems = places.map((place) => ({
    reason: `${place} has an output inside of a text, which cannot be read there; use pulumi.interpolate\`…\` or pulumi.jsonStringify(…)`,
  }));
  if (!isRecord(identity) || !misread.test(String(identity["name"]))) return problems;
  const reason =
    "its logical name has an output inside, and Pulumi needs it before any output is known; use a value that the program has";
  return [{ reason }, ...problems];
}

function placesIn(path: string, value: unknown): readonly string[] {
  if (typeof value === "string") return misread.test(value) ? [path] : [];
  if (Array.isArray(value)) {
    return value.flatMap((entry, at) => placesIn(`${path}[${at}]`, entry));
  }
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, entry]) => placesIn(`${path}.${key}`, entry));
}
