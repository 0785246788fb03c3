import type { Problem } from "../provider/definition/definition.ts";

/** What is made under a name inside of `raw` would be kept under another one: the input `name` tells what it is called. */
export function rawNameProblems(raw: object, noun: string): readonly Problem[] {
  if (!("name" in raw)) return [];
  const reason = `raw has a name of its own, but the ${noun} is known by its input \`name\`. Take it out of \`raw\` and set \`name\`.`;
  return [{ property: "raw", reason }];
}
