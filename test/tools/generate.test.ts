import { existsSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, test } from "vitest";
import { assumptionNames } from "../../contract/assumptions.ts";
import { allRules } from "../../policies/_rules.ts";
import * as exported from "../../resources/index.ts";
import { definitions } from "../../runtime/_registry.ts";
import { unusedEndpoints } from "../../tools/generate/endpoint-use.ts";
import { modelOf, usersOf } from "../../tools/generate/model.ts";
import { packManifest, policiesPage } from "../../tools/generate/policies.ts";
import { problemsOf, referencePages } from "../../tools/generate/reference.ts";
import { readSources, slugOf } from "../../tools/generate/sources.ts";

const root = join(import.meta.dirname, "../..");
const model = modelOf(readSources(root), definitions);
const pages = referencePages(model);
const users = usersOf(model);

function pageOf(name: string): string {
  return pages.get(`docs/reference/${name}.md`) ?? "";
}

/** The text of a section of a page. */
function sectionOf(page: string, title: string): string {
  const [, rest = ""] = page.split(`\n## ${title}\n`);
  return rest.split("\n## ")[0] ?? "";
}

/** The first cell of each row of the first table. */
function firstColumn(text: string): readonly string[] {
  const rows = text.split("\n").filter((line) => line.startsWith("| `"));
  return rows.map((row) => /`(\w+)\??`/.exec(row)?.[1] ?? row);
}

describe("the reference", () => {
  test("has a page for every class", () => {
    const classes = [...definitions.keys()].map((type) => type.split(":")[1]);
    expect(model.classes.map(({ source }) => source.className).sort()).toEqual(classes.sort());
    expect(pages.size).toBe(classes.length + model.components.length + 4);
  });

  test.each(model.classes.map((about) => [about.source.className, about] as const))(
    "%s: its page names every input, output and gap, and shows its example",
    (className, { source, definition, example }) => {
      const page = pageOf(slugOf(source));
      expect(page).toContain(`# ${className}\n\n${source.docs}\n`);
      const inputs = Object.keys(definition.inputs.shape);
      expect(firstColumn(sectionOf(page, "Inputs")).toSorted()).toEqual(inputs.toSorted());
      const outputs = Object.keys(definition.outputs.shape);
      expect(firstColumn(sectionOf(page, "Outputs")).toSorted()).toEqual(outputs.toSorted());
      expect(sectionOf(page, "Example")).toContain(`\`\`\`ts\n${example}\`\`\``);
      expect(example).toContain(`new hosting.${className}(`);
      for (const gap of definition.gaps) expect(page).toContain(`- ${gap}`);
      for (const secret of definition.secrets) expect(page).toContain(`\`${secret}\` (secret)`);
      for (const title of ["Replacement", "Price", "Id", "Adopt and get", "Requests"]) {
        expect(sectionOf(page, title).trim()).not.toBe("");
      }
    },
  );

  test("has every lookup that programs can call", () => {
    const lookups = Object.keys(exported).filter((name) => /^get(?!.*Output$)/.test(name));
    expect(model.lookups.map(({ name }) => name)).toEqual(lookups.toSorted());
    for (const name of lookups) {
      expect(sectionOf(pageOf("lookups"), name)).toMatch(/Request: `GET \/\S+`, scope .+ \(spec/);
    }
  });

  test("has every assumption with its value", () => {
    for (const name of assumptionNames())
      expect(pageOf("assumptions")).toContain(`| \`${name}\` |`);
  });

  test("says who uses each of the 39 endpoints", () => {
    const rows = pageOf("endpoints").match(/^\| [A-Z]+ \| `.*$/gm) ?? [];
    expect(rows).toHaveLength(39);
    for (const row of rows) expect(row).toMatch(/\| \[`\w+`\]\(.+\) \|$/);
  });

  test("has every rule of the policy pack with its settings", () => {
    const page = policiesPage(allRules);
    for (const { name, about, fix, settings } of allRules) {
      const row = page.split("\n").find((line) => line.startsWith(`| \`${name}\` |`));
      for (const text of [about, fix, ...Object.keys(settings)]) expect(row).toContain(text);
    }
    expect(page).toContain("`maxGb` = `1000`: Largest volume in GB.");
    expect(page).toContain("(can remediate)");
  });

  test("has no link that leads nowhere", () => {
    const links = [...pages].flatMap(([path, text]) =>
      [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, target = ""]) => [path, target] as const),
    );
    expect(links.length).toBeGreaterThan(100);
    expect(links.filter(([path, target]) => !leadsSomewhere(path, target))).toEqual([]);
  });
});

describe("an endpoint that nothing uses", () => {
  test("is none today", () => {
    expect(unusedEndpoints(users)).toEqual([]);
  });

  test("makes the check fail, once its last user is gone", () => {
    const without = new Map([...users].filter(([name]) => name !== "Volume"));
    expect(problemsOf(without, [])).toEqual([
      "POST /v1/volumes is used by no class and no lookup: use it in one.",
      "PATCH /v1/volumes/{volume_id} is used by no class and no lookup: use it in one.",
    ]);
    const pools = new Map([...users].filter(([name]) => name !== "getStoragePools"));
    expect(unusedEndpoints(pools)).toEqual(["GET /api/v1/storage/pools"]);
  });
});

test("the manifest of the policy pack has the version of the package", () => {
  expect(JSON.parse(packManifest('{ "version": "1.2.3" }'))).toMatchObject({
    version: "1.2.3",
    main: "./pack.cjs",
  });
});

function leadsSomewhere(from: string, target: string): boolean {
  const [path = "", anchor] = target.split("#");
  const file = path === "" ? from : normalize(join(dirname(from), path));
  const page = pages.get(file);
  if (page === undefined) return existsSync(join(root, file));
  const headings = [...page.matchAll(/^#+ (.*)$/gm)].map(([, title = ""]) => title);
  const anchors = headings.map((title) => title.toLowerCase().replaceAll(" ", "-"));
  return anchor === undefined || anchors.includes(anchor);
}
