import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { generate } from "../../scripts/generate/generate.ts";
import { generatedMark } from "../../scripts/generate/markdown.ts";
import { temporaryDirectory } from "./temporary.ts";

const root = join(import.meta.dirname, "../..");

// Each run starts the formatter.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const base = mkdtempSync(join(tmpdir(), "pulumi-hosting-generated-"));
afterAll(() => rmSync(base, { recursive: true }));

/** The files that the generator reads and writes, up to date. */
beforeAll(async () => {
  const folders = [
    "contract",
    "platform",
    "test/kinds",
    "test/platform/clauses",
    "resources",
    "policies",
    "docs",
  ];
  const files = [
    "provider/definition/resource-class.ts",
    "package.json",
    "test/fixtures/previews/load-balanced-app.state.json",
    ".biome.json",
  ];
  for (const path of [...folders, ...files]) {
    cpSync(join(root, path), join(base, path), { recursive: true });
  }
  symlinkSync(join(root, "node_modules"), join(base, "node_modules"));
  await generate(base, { write: true });
});

/** A copy of it. */
async function checkout(): Promise<string> {
  const copy = await temporaryDirectory();
  cpSync(base, copy, { recursive: true });
  return copy;
}

test("a page that differs, is missing or has no class is stale until it is written again", async () => {
  const copy = await checkout();
  const check = () => generate(copy, { write: false });
  expect(await check()).toEqual({ stale: [], problems: [] });

  const page = join(copy, "docs/reference/volume.md");
  const text = readFileSync(page, "utf8");
  writeFileSync(page, text.replace("Block storage", "Storage"));
  rmSync(join(copy, "docs/reference/endpoints.md"));
  const gone = ["components/gone", "gone"];
  for (const name of gone) {
    writeFileSync(join(copy, `docs/reference/${name}.md`), `${generatedMark}\n\n# Gone\n`);
  }
  writeFileSync(join(copy, "docs/reference/by-hand.md"), "# By hand\n");
  const stale = ["volume", "endpoints", ...gone].map((name) => `docs/reference/${name}.md`);
  expect(await check()).toEqual({ stale, problems: [] });
  expect(readFileSync(page, "utf8")).not.toBe(text);

  expect(await generate(copy, { write: true })).toEqual({ stale, problems: [] });
  expect(await check()).toEqual({ stale: [], problems: [] });
  expect(readFileSync(page, "utf8")).toBe(text);
});

test("a stale registry, a missing example and one without a class are each said", async () => {
  const copy = await checkout();
  writeFileSync(join(copy, "docs/examples/gone.ts"), "export {};\n");
  const problems = ["docs/examples/gone.ts belongs to no class: remove it."];
  expect(await generate(copy, { write: false })).toEqual({ stale: [], problems });

  rmSync(join(copy, "docs/examples/volume.ts"));
  const missing = generate(copy, { write: false });
  await expect(missing).rejects.toThrow("docs/examples/volume.ts is missing: write a program");

  writeFileSync(join(copy, "docs/examples/volume.ts"), "export {};\n");
  writeFileSync(join(copy, "resources/_registry.ts"), "");
  const old = await generate(copy, { write: false });
  expect(old).toEqual({ stale: ["resources/_registry.ts"], problems: [] });

  rmSync(join(copy, "test/kinds/volume.ts"));
  const untested = generate(copy, { write: false });
  await expect(untested).rejects.toThrow("test/kinds/volume.ts is missing: say there");
});

test("a rule is in the pack's list because its file is there", async () => {
  const copy = await checkout();
  const [list, rule] = [join(copy, "policies/_rules.ts"), join(copy, "policies/rules/new-rule.ts")];
  writeFileSync(rule, "export const newRule = {};\n");
  expect(await generate(copy, { write: false })).toEqual({
    stale: ["policies/_rules.ts"],
    problems: [],
  });
  await generate(copy, { write: true });
  expect(readFileSync(list, "utf8")).toContain('import { newRule } from "./rules/new-rule.ts";');
  expect(readFileSync(list, "utf8")).toMatch(/ {2}monthlyCost,\n {2}namePattern,\n {2}newRule,\n/);
  rmSync(rule);
  await generate(copy, { write: true });
  expect(readFileSync(list, "utf8")).not.toContain("newRule");
});
