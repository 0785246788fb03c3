import { isUnknown, UNKNOWN } from "../../contract/values/unknown.ts";
import type { Definition } from "../../provider/definition/definition.ts";
import { plainText } from "../../provider/display.ts";
import { Input } from "../../provider/lifecycle/record/input.ts";
import { type PlannedResource, secretText } from "../preview/preview.ts";

/** An input that differs. */
export interface Field {
  readonly name: string;
  /** Both values as people read them; left out for a secret, and where they differ in what is not shown. */
  readonly values?: { readonly before: string; readonly after: string };
  /** True when the change of it replaces the object. */
  readonly replaces: boolean;
}

/**
 * The inputs by which a resource changes, those that replace it first; none of a new one, and of
 * one that is deleted.
 */
export function fieldsOf(
  { action, changed, replacedBy, before, after }: PlannedResource,
  definition: Definition,
): readonly Field[] {
  if (action !== "update" && action !== "replace") return [];
  const names = [...new Set([...replacedBy, ...changed].map(rootOf))];
  return (
    names
      // Inputs have names like `sizeGb`; others are Pulumi's, or what a program made up.
      .filter((name) => /^(?!__)\w+$/.test(name))
      .map((name) => {
        const was = before?.outputs[name] ?? before?.inputs[name];
        const values = valuesOf(definition, name, [was, after?.inputs[name]]);
        return { name, ...(values && { values }), replaces: replacedBy.map(rootOf).includes(name) };
      })
  );
}

/** `forwardingRules[0].entryPort` → `forwardingRules`. */
function rootOf(path: string): string {
  return path.replace(/[.[].*$/s, "");
}

function valuesOf(
  definition: Definition,
  name: string,
  [before, after]: readonly [unknown, unknown],
): Field["values"] {
  if (definition.secrets.includes(name)) return undefined;
  if ([before, after].includes(secretText)) return undefined;
  const text = (value: unknown) => {
    const isOpen = Array.isArray(value) && value.length > 1 && value.every(isUnknown);
    if (isOpen) return `${value.length} ${notKnown}`;
    return isUnknown(value)
      ? notKnown
      : plainText(new Input(definition, name).shown(withWords(value)));
  };
  const values = { before: text(before), after: text(after) };
  // The shown parts of both may be the same: the keys of what users name, the beginning of a long list.
  return values.before === values.after ? undefined : values;
}

const notKnown = "not known yet";

/** A value with words in the place of what is not known yet. */
function withWords(value: unknown): unknown {
  if (value === UNKNOWN) return notKnown;
  return Array.isArray(value) ? value.map(withWords) : value;
}
