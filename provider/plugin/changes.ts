import type { Definition } from "../definition/definition.ts";
import type { Props } from "../definition/session.ts";
import { InputRecords } from "../lifecycle/record/input-records.ts";
import { controlInputs, deepEqual, isRecord } from "../lifecycle/record/state.ts";

/** How a property differs. */
export interface PropertyChange {
  readonly kind: Kind;
  readonly isReplace: boolean;
  /** True where the inputs differ; false for what was found on the platform. */
  readonly isInput: boolean;
}

type Kind = "ADD" | "DELETE" | "UPDATE";

/** The differences between a state and new inputs, by paths in Pulumi's notation: `rules[0].port`. */
export function changesOf(
  definition: Definition,
  { state, inputs, replaces }: { state: Props; inputs: Props; replaces: readonly string[] },
): ReadonlyMap<string, PropertyChange> {
  const control = controlInputs.filter((name) => !deepEqual(state[name], inputs[name]));
  const stored = InputRecords.in(definition, state);
  const { changed: declared, takenIn } = stored.afterDeclaration(inputs);
  const changed = [...new Set([...declared, ...takenIn, ...replaces])];
  const changes = new Map<string, PropertyChange>(
    Object.keys(stored.lasting).map((name) => [
      name,
      { kind: "UPDATE", isReplace: false, isInput: false },
    ]),
  );
  for (const name of [...changed, ...control]) {
    const isReplace = replaces.includes(name);
    for (const [path, kind] of changedPaths(name, state[name], inputs[name]))
      changes.set(path, { kind, isReplace, isInput: true });
  }
  return changes;
}

/** The places at which two values differ. */
function changedPaths(
  path: string,
  before: unknown,
  after: unknown,
): readonly (readonly [path: string, kind: Kind])[] {
  if (deepEqual(before, after)) return [];
  if (before === undefined) return [[path, "ADD"]];
  if (after === undefined) return [[path, "DELETE"]];
  if (Array.isArray(before) && Array.isArray(after)) {
    const length = Math.max(before.length, after.length);
    const places = Array.from({ length }, (_none, at) => at);
    return places.flatMap((at) => changedPaths(`${path}[${at}]`, before[at], after[at]));
  }
  if (isRecord(before) && isRecord(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return keys.flatMap((key) => changedPaths(path + step(key), before[key], after[key]));
  }
  return [[path, "UPDATE"]];
}

function step(key: string): string {
  return /^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}
