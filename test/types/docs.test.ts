import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Analyzer } from "@pulumi/pulumi/provider/experimental/analyzer.js";
import ts from "typescript";
import { describe, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { type Compiler, complaintsOf, newest } from "./compilers.ts";

const root = join(import.meta.dirname, "../..");

/** Names that a page has said what they are, and a block of it does not say again. */
const said: Readonly<Record<string, string>> = {
  hosting: 'import * as hosting from "pulumi-hosting";',
  pulumi: 'import * as pulumi from "@pulumi/pulumi";',
  LoadBalancedApp: 'import { LoadBalancedApp } from "pulumi-hosting/components";',
  config: 'declare const config: import("@pulumi/pulumi").Config;',
  certificate: "declare const certificate: string;",
  privateKey: "declare const privateKey: string;",
  compute: "declare const compute: { app: hosting.Instance };",
  platform: 'declare const platform: import("pulumi-hosting/platform").Platform;',
  previewAsJson: "declare const previewAsJson: string;",
};

/**
 * Pages that people write. The blocks of CONTRIBUTING.md are parts of files and
 not programs; the reference shows docs/examples, which is compiled.
 */
const pages = ["README.md", "docs/*.md", "docs/{guides,internals}/*.md", "examples/*/README.md"];

function blocksOf(language: string) {
  const pattern = new RegExp(`^( *)\`\`\`${language}\\n([\\s\\S]*?)^\\1\`\`\``, "gm");
  return globSync(pages, { cwd: root })
    .sort()
    .flatMap((page) => {
      const text = readFileSync(join(root, page), "utf8");
      return [...text.matchAll(pattern)].map(([, , code = ""], at) => ({
        name: `${language} block ${at + 1} of ${page}`,
        page,
        code,
      }));
    });
}

const programs = ["ts", "js"].flatMap(blocksOf);

/** The compiler options of a reader's project at the start. */
const [, tsconfig = ""] =
  /`tsconfig\.json`:\s+`([^`]+)`/.exec(readFileSync(join(root, "docs/guides/start.md"), "utf8")) ??
  [];
const { compilerOptions } = JSON.parse(tsconfig);
const { options } = ts.convertCompilerOptionsFromJson(compilerOptions, root);
const readers: Compiler = { ...newest, options: { ...options, ...pathsOf(newest) } };

const complaints = complaintsOf(
  readers,
  programs.map(({ code }) => withWhatWasSaid(asModule(code))),
);

test("a path that a module of a reader's does not find is complained of", () => {
  const [complaint] = complaintsOf(readers, [
    'import { LocalWorkspace } from "@pulumi/pulumi/automation";\nvoid LocalWorkspace;\n',
  ]);
  expect(complaint).toContain("Cannot find module '@pulumi/pulumi/automation'");
});

test("there are blocks", () => {
  const pagesOf = (language: string) => blocksOf(language).map(({ page }) => page);
  expect(pagesOf("ts").length).toBeGreaterThan(15);
  expect(pagesOf("ts")).toContain("examples/two-accounts/README.md");
  expect(pagesOf("js")).toEqual(["docs/guides/policies.md", "docs/guides/policies.md"]);
});

test.each(programs.map(({ name }, at) => ({ name, says: complaints[at] })))(
  "$name compiles",
  ({ says }) => {
    expect(says).toBe("");
  },
);

test("Pulumi's analyzer, by which other languages see components, takes the class of the page on packages", () => {
  const [code = ""] = blocksOf("ts").flatMap(({ page, code }) =>
    page === "docs/guides/component-packages.md" && code.includes("class Shop") ? [code] : [],
  );
  const directory = mkdtempSync(join(root, "node_modules", ".page-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  writeFileSync(join(directory, "index.ts"), code);
  writeFileSync(join(directory, "tsconfig.json"), tsconfig);
  const manifest = { name: "acme-web", main: "index.ts" };
  const { components } = new Analyzer(directory, "acme-web", manifest, new Set(["Shop"])).analyze();
  expect(Object.keys(components)).toEqual(["Shop"]);
  expect(components["Shop"]).toMatchObject({
    inputs: { image: { type: "string" } },
    outputs: { volumeId: { type: "string" } },
  });
});

describe.each([
  // A block of log lines has a document on each.
  ["json", (code: string): unknown => code.split(/\n(?=\{)/).map((text) => JSON.parse(text))],
  ["yaml", (code: string): unknown => parse(code)],
])("%s", (language, read) => {
  test.each(blocksOf(language))("$name can be read", ({ code }) => {
    expect(read(code)).toBeTypeOf("object");
  });
});

test("the steps that the guide shows are those of a job of the ready file, in their order", () => {
  const fragments = blocksOf("yaml").filter(({ page }) => page === "docs/guides/teams-and-ci.md");
  const file = parse(
    readFileSync(join(root, "examples/starter/.github/workflows/pulumi.yml"), "utf8"),
  );
  const jobs = Object.values(file.jobs).map((job) => stepsIn(Object(job).steps));
  for (const { code } of fragments) {
    const shown = stepsIn(parse(code));
    const inOrder = jobs.map((steps) => steps.filter((step) => shown.includes(step)));
    expect(inOrder).toContainEqual(shown);
  }
  expect(fragments).toHaveLength(1);
});

/** Where a compiler finds the package that is not installed here. */
function pathsOf({ options: { paths = {} } }: Compiler): ts.CompilerOptions {
  return { paths };
}

/** Steps as texts that can be compared. */
function stepsIn(steps: readonly unknown[]): readonly string[] {
  return steps.map((step) => JSON.stringify(step));
}

/** A script's `require` has no types; an import has. */
function asModule(code: string): string {
  return code.replaceAll(/const (\{[^}]*\}) = require\(("[^"]+")\);/g, "import $1 from $2;");
}

function withWhatWasSaid(code: string): string {
  const missing = Object.entries(said).filter(([name]) => {
    // A text may begin with a word that is a name elsewhere.
    const used = new RegExp(`(?<!")\\b${name}\\b`).test(code);
    return used && !new RegExp(`(import [^;\\n]*|const )\\b${name}\\b`).test(code);
  });
  return `${missing.map(([, line]) => line).join("\n")}\n${code}\nexport {};\n`;
}
