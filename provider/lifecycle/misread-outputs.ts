import { isMisread, misreadProblem } from "../../contract/values/misread.ts";
import type { Problem } from "../definition/definition.ts";
import type { Props } from "../definition/session.ts";
import { hidden, isRecord } from "./record/state.ts";

/** Texts that a program made of an output before its value was there. */
export function misreadOutputs(inputs: Props): readonly Problem[] {
  const { [hidden.identity]: identity, ...given } = inputs;
  const own = Object.entries(given).filter(([name]) => !name.startsWith("__"));
  const places = own.flatMap(([name, value]) => placesIn(name, value));
  const problems = places.map((place) => ({ reason: `${place} ${misreadProblem}` }));
  if (!isRecord(identity) || !isMisread(String(identity["name"]))) return problems;
  const reason =
    "its logical name has an output inside, and Pulumi needs it before any output is known; use a value that the program has; where it was made before, the present name in `aliases` keeps it";
  return [{ reason }, ...problems];
}

function placesIn(path: string, value: unknown): readonly string[] {
  if (typeof value === "string") return isMisread(value) ? [path] : [];
  if (Array.isArray(value)) {
    return value.flatMap((entry, at) => placesIn(`${path}[${at}]`, entry));
  }
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, entry]) =>
    isMisread(key) ? [path] : placesIn(`${path}.${key}`, entry),
  );
}
