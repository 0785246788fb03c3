import { z } from "zod";
import { isRecord } from "../lifecycle/record/state.ts";

/** A value that an input can have. */
export interface Fitted {
  readonly value: unknown;
  /** Extra parts of the found value, as paths like `[0].comment`. */
  readonly unsaid: readonly string[];
}

type Schema = z.core.$ZodType;

/**
 * A found value in the form that a schema asks for: numbers for digits and digits for numbers, words in
 * the schema's own case, and no fields that it does not have. Undefined where none fits.
 */
export function fit(schema: Schema, found: unknown): Fitted | undefined {
  const fitted = shaped(schema, found);
  if (fitted === undefined || !z.core.safeParse(schema, fitted.value).success) return undefined;
  return fitted;
}

/** True for what may be left out. */
export function isOptional(schema: Schema): boolean {
  return schema instanceof z.core.$ZodOptional;
}

/** Left out in other words, where it may be: nothing, an empty text, an empty list, an object without fields. */
export function isLeftOut(schema: Schema, found: unknown): boolean {
  if (found == null) return true;
  const isEmpty = found === "" || (typeof found === "object" && Object.keys(found).length === 0);
  return isEmpty && isOptional(schema);
}

/** The parts of a value first; the whole is judged after them. */
function shaped(schema: Schema, found: unknown): Fitted | undefined {
  if (schema instanceof z.core.$ZodOptional) return shaped(schema._zod.def.innerType, found);
  if (schema instanceof z.core.$ZodArray) return listOf(schema._zod.def.element, found);
  if (schema instanceof z.core.$ZodObject) return objectOf(schema._zod.def.shape, found);
  if (schema instanceof z.core.$ZodRecord) return recordOf(schema._zod.def.valueType, found);
  return plainly(spelled(schema, found));
}

function plainly(value: unknown): Fitted {
  return { value, unsaid: [] };
}

function spelled(schema: Schema, found: unknown): unknown {
  if (schema instanceof z.core.$ZodString) return typeof found === "number" ? `${found}` : found;
  if (schema instanceof z.core.$ZodNumber) return isDigits(found) ? Number(found) : found;
  const words = wordsOf(schema);
  if (words === undefined || typeof found !== "string") return found;
  return words.find((word) => String(word).toLowerCase() === found.toLowerCase()) ?? found;
}

function isDigits(found: unknown): boolean {
  return typeof found === "string" && /^-?\d+(\.\d+)?$/.test(found);
}

function wordsOf(schema: Schema): readonly unknown[] | undefined {
  if (schema instanceof z.core.$ZodEnum) return Object.values(schema._zod.def.entries);
  return schema instanceof z.core.$ZodLiteral ? schema._zod.def.values : undefined;
}

function listOf(element: Schema, found: unknown): Fitted | undefined {
  if (!Array.isArray(found)) return undefined;
  const items = found.map((item) => shaped(element, item));
  if (items.some((item) => item === undefined)) return undefined;
  return {
    value: items.map((item) => item?.value),
    unsaid: items.flatMap((item, at) => below(`[${at}]`, item?.unsaid ?? [])),
  };
}

function objectOf(shape: Readonly<Record<string, Schema>>, found: unknown): Fitted | undefined {
  if (!isRecord(found)) return undefined;
  const fields = Object.entries(shape).flatMap(([name, schema]) => {
    const item = isLeftOut(schema, found[name]) ? undefined : shaped(schema, found[name]);
    return item === undefined ? [] : [{ name, ...item }];
  });
  const others = Object.keys(found).filter((name) => !(name in shape) && isSaying(name, found));
  return {
    value: Object.fromEntries(fields.map(({ name, value }) => [name, value])),
    unsaid: [
      ...fields.flatMap(({ name, unsaid }) => below(`.${name}`, unsaid)),
      ...others.map((name) => `.${name}`),
    ],
  };
}

/** A program cannot declare what the platform itself notes of an entry. */
function isSaying(name: string, found: Readonly<Record<string, unknown>>): boolean {
  const value = found[name];
  const isEmpty = value == null || value === "" || (Array.isArray(value) && value.length === 0);
  return !isEmpty && !/^(id|status|state|created|updated|position|priority)/i.test(name);
}

/** Of keys that are the platform's own, those whose values a program may give. */
function recordOf(valueSchema: Schema, found: unknown): Fitted | undefined {
  if (!isRecord(found)) return undefined;
  const entries = Object.entries(found);
  const fitting = entries.filter(([, value]) => z.core.safeParse(valueSchema, value).success);
  const others = entries.filter((entry) => !fitting.includes(entry));
  return {
    value: Object.fromEntries(fitting),
    unsaid: others.filter(([, value]) => value != null).map(([name]) => `["${name}"]`),
  };
}

function below(path: string, unsaid: readonly string[]): readonly string[] {
  return unsaid.map((inner) => `${path}${inner}`);
}
