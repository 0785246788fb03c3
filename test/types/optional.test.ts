import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { complaintsOf, newest } from "./compilers.ts";

/** Types of arguments that a module of the package exports. */
function argumentsOf(module: string): readonly string[] {
  const index = readFileSync(join(import.meta.dirname, "../../resources", module), "utf8");
  return [...index.matchAll(/\b\w+(?:Args|Settings|Transform|Options)\b/g)].map(([name]) => name);
}

const programs = [
  ...argumentsOf("index.ts").map((name) => ["pulumi-hosting", name] as const),
  ...argumentsOf("components/index.ts").map((name) => ["pulumi-hosting/components", name] as const),
];

test("an optional argument may be handed on under exactOptionalPropertyTypes", () => {
  const strict = { ...newest.options, exactOptionalPropertyTypes: true };
  const complaints = complaintsOf(
    { ...newest, options: strict },
    programs.map(
      ([module, name]) => `import type { ${name} } from "${module}";
type Optional<T, K extends keyof T> = Record<never, never> extends Pick<T, K> ? undefined : never;
type HandedOn<T> = T extends unknown ? { [K in keyof T]: T[K] | Optional<T, K> } : never;
export const handOn = (args: HandedOn<${name}>): ${name} => args;
`,
    ),
  );
  const refused = programs.flatMap(([, name], at) => {
    const complaint = complaints[at] ?? "";
    return complaint === "" ? [] : [`${name}: ${complaint}`];
  });
  expect(refused).toEqual([]);
  expect(programs.length).toBeGreaterThan(40);
}, 240_000);
