import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { kinds } from "../../contract/kinds/_all.ts";

const root = join(import.meta.dirname, "../..");
const lifecycle = readdirSync(join(root, "provider/lifecycle"), { recursive: true })
  .map(String)
  .filter((path) => path.endsWith(".ts"));

/** How a kind would be known: its name as a text or a key, a field that names one, a path to one. */
const namesKind = new RegExp(
  `\\b(?:${Object.keys(kinds).join("|")})(?=[":])|endpoints\\.(?!ts")|_id"|[\`"]/(?:api/)?v\\d|ipAddresses|portBlock`,
);
const comments = /\/\*\*[\s\S]*?\*\/|\/\/.*/g;

test.each(lifecycle)("%s knows no kind by name", (path) => {
  const text = readFileSync(join(root, "provider/lifecycle", path), "utf8");
  expect(namesKind.exec(text.replace(comments, ""))?.[0]).toBeUndefined();
});
