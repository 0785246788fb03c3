import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { figuresOf } from "../../tools/figures.ts";
import { temporaryDirectory } from "./temporary.ts";

const root = join(import.meta.dirname, "../..");

test("a create stays as short a way as it is, and no import runs up", () => {
  const { files, concepts, up, byHand } = figuresOf(root);
  expect(files.length).toBeLessThanOrEqual(79);
  expect(concepts.length).toBeLessThanOrEqual(101);
  expect(up).toEqual([]);
  expect(byHand).toBe(5);
});

// Here, and not beside the rules' other tests: those run on mutated copies, too, which are longer.
test("a rule is read at one glance", () => {
  const directory = join(root, "policies/rules");
  const lengths = readdirSync(directory).map((file) => {
    return readFileSync(join(directory, file), "utf8").split("\n").length;
  });
  expect(Math.max(...lengths)).toBeLessThan(70);
});

const house = {
  "provider/lifecycle/create/create.ts": `
import { type Name as Word, make } from "../state/made.ts";
import type { Fact } from "../../../contract/facts.ts";
import { volume } from "../../../contract/kinds/volume.ts";
`,
  "provider/lifecycle/operations/unused.ts": 'import type { Other } from "../state/made.ts";\n',
  "provider/lifecycle/state/made.ts": `
import { create } from "../operations/create.ts";
export type { Fact } from "../../../contract/facts.ts";
export const later = () => import("./later.ts");
`,
  "provider/lifecycle/state/later.ts": 'import type { Late } from "./made.ts";\n',
  "contract/facts.ts": 'import type { Fact, NAMES } from "../provider/lifecycle/state/made.ts";\n',
  "contract/kinds/volume.ts": 'import { image } from "./image.ts";\n',
  "contract/kinds/image.ts": 'import type { Picture } from "../facts.ts";\n',
};

test("counts what imports reach, a name once where it is handed on, and says which run up", async () => {
  const directory = await temporaryDirectory();
  for (const [file, text] of Object.entries(house)) {
    mkdirSync(dirname(join(directory, file)), { recursive: true });
    writeFileSync(join(directory, file), text);
  }
  expect(figuresOf(directory)).toEqual({
    files: [
      "contract/facts.ts",
      "contract/kinds/volume.ts",
      "provider/lifecycle/create/create.ts",
      "provider/lifecycle/state/made.ts",
    ],
    concepts: ["Fact (contract/facts.ts)", "Name (provider/lifecycle/state/made.ts)"],
    up: [
      "contract/facts.ts -> provider/lifecycle/state/made.ts",
      "provider/lifecycle/state/made.ts -> provider/lifecycle/create/create.ts",
    ],
    lines: 10,
    sizes: [
      ["provider/lifecycle/create/create.ts", 4],
      ["provider/lifecycle/state/made.ts", 4],
      ["provider/lifecycle/operations/unused.ts", 1],
      ["provider/lifecycle/state/later.ts", 1],
    ],
    byHand: 0,
  });
});
