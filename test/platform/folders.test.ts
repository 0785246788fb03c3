import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";

const platform = join(import.meta.dirname, "../../platform");

/** From the ground up; those of one line know nothing of each other. */
const folders = [
  ["store"],
  ["access", "faults"],
  ["kinds"],
  ["engine.ts"],
  ["http", "traffic"],
  ["control"],
  ["page"],
  ["index.ts"],
  ["testing"],
];

const levelOf = (path: string) => folders.findIndex((names) => names.includes(folderOf(path)));

function folderOf(path: string): string {
  return path.split("/")[0] ?? "";
}

/** What a file imports when it is loaded, by paths within the platform. */
function importsOf(path: string): string[] {
  const text = readFileSync(join(platform, path), "utf8");
  const from = [...text.matchAll(/(?:from|import) "(\.[^"]+)"/g)].map(([, name = ""]) => name);
  const paths = from.map((name) => relative(platform, join(platform, dirname(path), name)));
  return paths.filter((other) => !other.startsWith(".."));
}

const imports = globSync("**/*.ts", { cwd: platform }).flatMap((path) =>
  importsOf(path).map((other) => ({ path, other })),
);
const crossing = imports.filter(({ path, other }) => folderOf(path) !== folderOf(other));

test("no import runs up", () => {
  expect(crossing.length).toBeGreaterThan(50);
  expect(crossing.filter(({ path, other }) => levelOf(other) >= levelOf(path))).toEqual([]);
});

test("each folder is entered by its index", () => {
  const inside = crossing.filter(({ other }) => !/^(\w+\/index|index|engine)\.ts$/.test(other));
  expect(inside).toEqual([]);
});
