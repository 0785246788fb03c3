import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fromWire, programName, toWire, wireName } from "../../provider/contract/naming.ts";
import { definitions } from "../../resources/_registry.ts";

const names = [...new Set([...definitions.values()].flatMap(({ inputs }) => namesIn(inputs)))];

/** Names of all properties of a schema, at every depth. */
function namesIn(schema: unknown): readonly string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { shape, element, unwrap } = schema as {
    shape?: Readonly<Record<string, unknown>>;
    element?: unknown;
    unwrap?: () => unknown;
  };
  if (shape !== undefined) {
    return Object.entries(shape).flatMap(([name, inner]) => [name, ...namesIn(inner)]);
  }
  if (element !== undefined) return namesIn(element);
  return typeof unwrap === "function" ? namesIn(unwrap.call(schema)) : [];
}
