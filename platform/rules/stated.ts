import { z } from "zod";
import type { Rule } from "./rule.ts";

/** A field of a body, with what decides about it. */
export interface Stated {
  readonly rules: FieldRules;
}

interface FieldRules {
  /** Says of which sort it is, and whether it has to be there. */
  readonly field: Rule;
  /** Says which values it has. */
  readonly value: Rule;
}

/** The schema of a field, with the rules that refuse what it does not accept. */
export function stated<S extends z.ZodType>(schema: S, field: Rule, value = field): S & Stated {
  return Object.assign(schema, { rules: { field, value } });
}

/** The same field where it may be left out. */
export function optional<S extends z.ZodType>(field: S & Stated) {
  return Object.assign(z.exactOptional(field), { rules: field.rules });
}

/** An object of these fields alone: each is stated somewhere, or something of ours decides about it. */
export function fields<F extends Readonly<Record<string, z.ZodType & Stated>>>(of: F) {
  return z.strictObject(of);
}

/** What refuses a body for this issue; undefined where that is no matter of a field. Parse with `reportInput` set. */
export function ruleOfIssue(schema: z.ZodType, issue: z.core.$ZodIssue): Rule | undefined {
  if (issue.code === "unrecognized_keys") return "bodies.unknownFields";
  const { at, rules } = nearest(schema, issue.path);
  const isUnset = issue.input === null && at !== undefined && at._zod.optin !== undefined;
  if (isUnset) return "bodies.null";
  return isOfOtherSort(issue) ? rules?.field : rules?.value;
}

/** True for what is missing, too. */
function isOfOtherSort(issue: z.core.$ZodIssue): boolean {
  const { code, input } = issue;
  if (code === "invalid_value") return issue.values.every((one) => typeof one !== typeof input);
  return code === "invalid_type" || input === undefined;
}

interface Found {
  /** The schema at the end of the path, where it is known. */
  readonly at: z.core.$ZodType | undefined;
  /** The last rules on the way to it. */
  readonly rules: FieldRules | undefined;
}

function nearest(schema: z.core.$ZodType, path: readonly PropertyKey[]): Found {
  let found: Found = { at: schema, rules: undefined };
  for (const key of path) {
    const at = found.at && inside(found.at, key);
    found = { at, rules: at !== undefined && isStated(at) ? at.rules : found.rules };
  }
  return found;
}

/** The schema of what stands in a value under the key. */
function inside(schema: z.core.$ZodType, key: PropertyKey): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodObject) return schema.shape[String(key)];
  if (schema instanceof z.ZodArray) return schema.element;
  if (schema instanceof z.ZodPipe) return inside(schema.out, key);
  return hasInner(schema) ? inside(schema.unwrap(), key) : undefined;
}

function hasInner(schema: object): schema is { unwrap(): z.core.$ZodType } {
  return "unwrap" in schema;
}

function isStated(schema: object): schema is Stated {
  return "rules" in schema;
}
