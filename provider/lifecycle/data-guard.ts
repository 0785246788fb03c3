import { isUnknown } from "../../contract/values/unknown.ts";
import type { Problem } from "../definition/definition.ts";
import type { Checked, Declared } from "./identity/declared.ts";
import { subjectOf } from "./identity/subject.ts";

/**
 * Refuses to replace an object that holds data where only an option of Pulumi asks for it. The engine checks such a
 * replacement twice, first with the old inputs and then without, and no comparison answers that the object is to be
 * replaced. `--replace` and `taint` check once, as a first create does, so nothing can refuse them here.
 */
export function replacedByOption(
  { definition, inputs, isNew }: Checked,
  declared: Declared | undefined,
): readonly Problem[] {
  const { allowDataLoss } = inputs;
  if (definition.holds?.includes("data") !== true || isNew !== true) return [];
  if (allowDataLoss === true || isUnknown(allowDataLoss)) return [];
  if (declared?.storedFor(definition, inputs) === undefined) return [];
  const compared = declared.comparedFor(definition, inputs);
  if (compared !== undefined && compared.replaces.length > 0) return [];
  // Without a difference the engine replaces only what an earlier run deleted before its replacement.
  if (compared?.changes === false) return [];
  const subject = subjectOf(definition, inputs);
  const reason = `${subject} was not replaced, which would lose its data: replacementTrigger, replaceWith, deletedWith or replaceOnChanges asks for it. Remove that option, or set allowDataLoss: true to allow it.`;
  return [{ reason }];
}
