import type { Definition } from "../../definition/definition.ts";
import type { Observed, Props } from "../../definition/session.ts";
import { deepEqual, isRecord, isSame, platformInputs } from "./state.ts";

/**
 * True when an answer shows an input as the program has it. The keys and fields that a platform adds
 * to what it was sent are no difference; a further item of a list is one.
 */
export function isAsSaid(definition: Definition, name: string, values: Values): boolean {
  const known = { found: trimmed(values), said: values.said };
  if (isSame(definition, name, [known.found, known.said])) return true;
  return definition.changes[name]?.respelled?.(known.found, known.said) === true;
}

/** True when an answer shows all of some inputs as the program has them. */
export function isAsWanted(
  definition: Definition,
  { inputs, observed }: { readonly inputs: Props; readonly observed: Observed },
  names: readonly string[],
): boolean {
  return names.every((name) => {
    const values = { found: observed[name], said: inputs[name] };
    return observed[name] != null && isAsSaid(definition, name, values);
  });
}

/** A value of an answer, and what the program says there. */
interface Values {
  readonly found: unknown;
  readonly said: unknown;
}

/** What of a found value the program speaks of, as the program would write it. */
export function trimmed({ found, said }: Values): unknown {
  if (typeof said === "number") return numberIn(found);
  if (typeof said === "string" && isRecord(found)) return nameIn(found, said);
  if (Array.isArray(found) && Array.isArray(said)) {
    return found.map((item, at) => trimmed({ found: item, said: partner(item, said) ?? said[at] }));
  }
  if (!isRecord(found) || !isRecord(said)) return found;
  const known = Object.keys(said).filter((key) => key in found);
  return Object.fromEntries(
    known.map((key) => [key, trimmed({ found: found[key], said: said[key] })]),
  );
}

/** Inputs that the platform answered with the value that was sent. */
export function echoesOf(definition: Definition, inputs: Props, observed: Observed): string[] {
  return Object.keys(platformInputs(definition, inputs)).filter((name) => {
    const values = { found: observed[name], said: inputs[name] };
    return observed[name] != null && isAsSaid(definition, name, values);
  });
}

/** Some platforms write numbers as texts. */
function numberIn(found: unknown): unknown {
  return typeof found === "string" && /^-?\d+(\.\d+)?$/.test(found) ? Number(found) : found;
}

/** Some show what a name or an id stands for, as an object that has it. */
function nameIn(found: Props, said: string): unknown {
  const names = [found["id"], found["slug"], found["name"]];
  return names.includes(said) ? said : (names.find((name) => typeof name === "string") ?? found);
}

/** The entry of a list that an item of an answer stands for, wherever it is: the one that says most of it. */
function partner(item: unknown, list: readonly unknown[]): unknown {
  const fitting = list.filter((said) => deepEqual(trimmed({ found: item, said }), said));
  const lengthOf = (said: unknown) => JSON.stringify(said).length;
  return fitting.sort((left, right) => lengthOf(right) - lengthOf(left))[0];
}
