import type { Setting } from "./rule.ts";

/** A whole number that is not negative. */
export function integer(description: string, preset: number): Setting<number> {
  return { schema: { type: "integer", minimum: 0, description }, preset };
}

/** A whole number that may be left out; then it limits nothing. */
export function optionalNumber(description: string): Setting<number | undefined> {
  return { schema: { type: "number", minimum: 0, description } };
}

/** A text. */
export function text(description: string, preset: string): Setting<string> {
  return { schema: { type: "string", description }, preset };
}

/** Yes or no. */
export function flag(description: string, preset: boolean): Setting<boolean> {
  return { schema: { type: "boolean", description }, preset };
}

/** A list of whole numbers. */
export function integers(
  description: string,
  preset: readonly number[],
): Setting<readonly number[]> {
  return { schema: { type: "array", items: { type: "integer" }, description }, preset };
}

/** A list of texts. */
export function texts(description: string, preset: readonly string[]): Setting<readonly string[]> {
  return { schema: { type: "array", items: { type: "string" }, description }, preset };
}

/** A list of texts that may be left out; then it limits nothing. An empty one allows nothing. */
export function optionalTexts(description: string): Setting<readonly string[] | undefined> {
  return { schema: { type: "array", items: { type: "string" }, description } };
}
