import { readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { newDirectory, run, unpackPackage } from "../../support/package.ts";

const repository = join(import.meta.dirname, "../../..");
const current = createRequire(import.meta.url).resolve("typescript");
const vendor = join(repository, "node_modules/@pulumi/pulumi/vendor");

/** A right and a wrong use of each export that Pulumi's own compiler can have: docs/decisions/0011-the-package.md. */
const program = `import * as hosting from "pulumi-hosting";
import { PersistentVolume } from "pulumi-hosting/components";
import { estimate } from "pulumi-hosting/costs";
import { openPlatform } from "pulumi-hosting/platform";
import { hostingPack, RuleName } from "pulumi-hosting/policies";
import { handler } from "pulumi-hosting/runtime";
const data = new hosting.Volume("data", { region: "eu-1", sizeGb: 20, filesystem: "ext4" });
new hosting.Volume("data", { region: "eu-1", sizeGb: "20" }); // wrong
new hosting.Volume("data", { region: "eu-1", sizeGb: 20, sise: 1 }); // wrong
const size: number = data.sizeGb; // wrong
hosting.getInstancesOutput().apply(({ instances }) => instances.length);
const instances: number = hosting.getInstancesOutput(); // wrong
new PersistentVolume("logs", { region: "eu-1", sizeGb: data.sizeGb });
new PersistentVolume("logs", { sizeGb: 1 }); // wrong
const monthly: number = estimate([{ type: "storage:Volume", inputs: {} }]).monthly;
const dollars: string = estimate([]).monthly; // wrong
openPlatform({ file: "platform.db" }).clock.advance(60);
openPlatform({ flie: "platform.db" }); // wrong
const rule: RuleName = "volume-size";
const unknown: RuleName = "volume-sise"; // wrong
hostingPack({ rules: { "volume-size": { minGb: 10 }, "volume-filesystem": "mandatory" } });
hostingPack({ rules: { "volume-size": { minGb: "10" } } }); // wrong
handler("storage:Volume").check({}, {});
handler(1); // wrong
`;

/** The export that only a compiler which knows vitest's own declarations can have. */
const testing = `import { openWorld, test } from "pulumi-hosting/testing";
const world = openWorld();
const stack: number = world.stack; // wrong
test("one", ({ world }) => world.platform.snapshot().volume.length);
test("one", ({ wolrd }) => undefined); // wrong
`;

let directory = "";

beforeAll(async () => {
  const temporary = newDirectory();
  directory = temporary.directory;
  const modules = join(directory, "node_modules");
  await unpackPackage(modules);
  for (const name of ["@pulumi", "vitest"]) {
    symlinkSync(join(repository, "node_modules", name), join(modules, name));
  }
  return temporary.remove;
});

/** The programs that one compiler checks with its options. */
interface Checked {
  readonly file: string;
  readonly source: string;
  readonly options: object;
}

/** Lines with problems of each program, as `file:line`, by its file. */
async function linesWithProblems(
  compiler: string,
  programs: readonly Checked[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  for (const { file, source } of programs) writeFileSync(join(directory, file), source);
  const script = join(repository, "test/support/type-check.mjs");
  const given = programs.map(({ file, options }) => ({ file, options }));
  const command = [script, compiler, JSON.stringify(given)];
  const problems = Problems.parse(JSON.parse(await run(directory, [process.execPath, ...command])));
  return new Map(
    programs.map(({ file }, at) => {
      const lines = problems[at]?.map((problem) => problem.split(" ")[0] ?? "");
      return [file, [...new Set(lines)]];
    }),
  );
}

const Problems = z.array(z.array(z.string()));

function wrongLines(source: string, file: string): readonly string[] {
  return source
    .split("\n")
    .flatMap((line, at) => (line.endsWith("// wrong") ? [`${file}:${at + 1}`] : []));
}

/** Ways in which compilers of today find modules; the oldest knows none of vitest. */
const today = [
  { module: "commonjs", moduleResolution: "node10", ignoreDeprecations: "6.0", file: "a.ts" },
  { module: "node16", moduleResolution: "node16", file: "a.cts" },
  { module: "node16", moduleResolution: "node16", file: "a.mts" },
  { module: "nodenext", moduleResolution: "nodenext", file: "b.cts" },
  { module: "nodenext", moduleResolution: "nodenext", file: "b.mts" },
  { module: "esnext", moduleResolution: "bundler", file: "c.ts" },
].map(({ file, ...options }) => {
  const source = program + (options.moduleResolution === "node10" ? "" : testing);
  const lib = ["es2024", "esnext.disposable", "dom"];
  const { moduleResolution } = options;
  return { file, moduleResolution, source, options: { ...options, lib, skipLibCheck: true } };
});

describe("declarations", () => {
  it("are right for the compiler that Pulumi brings, in the options of its template", async () => {
    const [name = ""] = readdirSync(vendor).filter((entry) => entry.startsWith("typescript@"));
    const compiler = join(vendor, name, "typescript.js");
    const options = { module: "commonjs", moduleResolution: "node" };
    const old = { file: "old.ts", source: program, options };
    const found = await linesWithProblems(compiler, [old]);
    expect(found.get("old.ts")).toEqual(wrongLines(program, "old.ts"));
  });

  describe("for a compiler of today", () => {
    let found: ReadonlyMap<string, readonly string[]>;

    // One process checks all: most of what it reads is its own, and the same.
    beforeAll(async () => {
      found = await linesWithProblems(current, today);
    });

    it.each(today)("are right: $moduleResolution, $file", ({ file, source }) => {
      expect(found.get(file)).toEqual(wrongLines(source, file));
    });
  });

  it("name no package but the SDKs and vitest", () => {
    const dist = join(directory, "node_modules/pulumi-hosting/dist");
    const files = readdirSync(dist, { recursive: true, encoding: "utf8" });
    const named = files
      .filter((file) => file.endsWith(".d.ts"))
      .flatMap((file) => [
        ...readFileSync(join(dist, file), "utf8").matchAll(/(?:from |import\()"([^"]+)"/g),
      ])
      .map(([, name = ""]) => name)
      .filter((name) => !name.startsWith("."));
    expect([...new Set(named)].toSorted()).toEqual([
      "@pulumi/policy",
      "@pulumi/pulumi",
      "@pulumi/pulumi/automation/index.js",
      "vitest",
    ]);
  });
});
