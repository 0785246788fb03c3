import { z } from "zod";
import type { Definition } from "../../provider/definition/definition.ts";

/** A property of an object schema. */
interface Field {
  /** Names on the way to it, list entries left out: "forwardingRules.entryPort". */
  readonly path: string;
  readonly required: boolean;
}

/** The inputs of a class, nested ones included. */
export function inputFields({ inputs }: Definition): readonly Field[] {
  return fieldsOf(z.toJSONSchema(inputs), "");
}

function fieldsOf(schema: unknown, at: string): readonly Field[] {
  const properties = Object.entries(Object(part(schema, "properties")));
  const required = part(schema, "required");
  const items = part(schema, "items");
  const own = properties.flatMap(([name, inner]) => [
    { path: `${at}${name}`, required: Array.isArray(required) && required.includes(name) },
    ...fieldsOf(inner, `${at}${name}.`),
  ]);
  return items === undefined ? own : [...own, ...fieldsOf(items, at)];
}

function part(schema: unknown, key: string): unknown {
  return typeof schema === "object" && schema !== null ? Reflect.get(schema, key) : undefined;
}
