import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";

// The sources instead of the build: what is checked is the code at hand.
vi.mock("pulumi-hosting", () => import("../../resources/index.ts"));

const folder = join(import.meta.dirname, "../../docs/guides");

// Its own tests are tests of this file.
await import("../../docs/guides/testing-with-mocks.ts");

test("the guide to testing shows the program that was just run", () => {
  const program = readFileSync(join(folder, "testing-with-mocks.ts"), "utf8");
  expect(readFileSync(join(folder, "testing.md"), "utf8")).toContain(`\`\`\`ts\n${program}\`\`\``);
});
