import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { newDirectory, unpackPackage } from "../../support/package.ts";

let directory = "";
let files: readonly string[] = [];

beforeAll(async () => {
  const temporary = newDirectory();
  directory = await unpackPackage(temporary.directory);
  files = readdirSync(directory, { recursive: true, encoding: "utf8" });
  return temporary.remove;
});

function read(file: string): string {
  return readFileSync(join(directory, file), "utf8");
}

describe("the packed package", () => {
  it("has a package.json with what its users need, and no address that leads nowhere", () => {
    expect(Object.keys(JSON.parse(read("package.json"))).toSorted()).toEqual(
      [
        ...["name", "version", "description", "license", "keywords", "type", "engines", "files"],
        ...["main", "types", "typesVersions", "bin", "exports"],
        ...["dependencies", "peerDependencies", "peerDependenciesMeta"],
      ].toSorted(),
    );
    expect(JSON.parse(read("package.json")).dependencies).toEqual({ undici: expect.any(String) });
  });

  it("has everything that its pages link", () => {
    const pages = files.filter((file) => file.endsWith(".md"));
    const dead = pages.flatMap((page) =>
      [...read(page).matchAll(/\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g)]
        .map(([, target = ""]) => join(dirname(page), target))
        .filter(
          (target) => statSync(join(directory, target), { throwIfNoEntry: false }) === undefined,
        )
        .map((target) => `${page} -> ${target}`),
    );
    expect(pages.length).toBeGreaterThan(30);
    expect(dead).toEqual([]);
  });

  it("has a map with the sources for each file of code", () => {
    const code = files.filter((file) => file.startsWith("dist") && /[^t]\.js$/.test(file));
    const written = code.filter((file) => read(file).includes("sourceMappingURL"));
    expect(written.length).toBeGreaterThan(10);
    for (const file of written) {
      const { sources, sourcesContent } = JSON.parse(read(`${file}.map`));
      expect(sourcesContent, file).toHaveLength(sources.length);
    }
  });

  it("has no file but what is for its users", () => {
    const folders = files.map((file) => /^(?:docs\/)?[^/]+/.exec(file)?.[0]);
    expect([...new Set(folders)].toSorted()).toEqual(
      [
        ...["AGENTS.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md", "SECURITY.md"],
        ...["llms.txt", "package.json"],
        ...["dist", "docs", "examples", "policies"],
        ...["docs/README.md", "docs/architecture.md", "docs/concepts.md", "docs/coordination.sql"],
        ...[
          "docs/agents",
          "docs/ci",
          "docs/decisions",
          "docs/guides",
          "docs/images",
          "docs/internals",
          "docs/reference",
        ],
      ].toSorted(),
    );
    const strays =
      /node_modules|tsbuildinfo|\.db|\.hosting|\.pulumi\/|Pulumi\.\w+\.yaml|\.env|\.package\.json|^dist.*\.test\./;
    expect(files.filter((file) => strays.test(file))).toEqual([]);
    const code = files.filter((file) => file.startsWith("dist/") && file.endsWith(".ts"));
    expect(code.filter((file) => !file.endsWith(".d.ts"))).toEqual([]);
  });

  it("has a bill of materials and the licenses of what is inside, without an address", () => {
    const text = read("dist/sbom.cdx.json");
    const named = JSON.parse(text).components.map(({ name }: { name: string }) => name);
    const inside = [
      ...read("dist/third-party-licenses.txt").matchAll(/^(\S+) \d+\.\d+\.\d+ \(.+\)$/gm),
    ].map(([, name]) => name);
    expect(inside).toEqual(expect.arrayContaining(["commander", "hono", "zod"]));
    expect(named).toEqual([...inside, "undici"]);
    expect(text).not.toMatch(/https?:/);
  });

  it("claims to be without side effects nowhere, because an import checks Node", () => {
    expect(JSON.parse(read("package.json"))).not.toHaveProperty("sideEffects");
  });
});
