import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { indexText, registryText } from "./modules.ts";
import { withResourceTable } from "./readme.ts";
import { lookupSources, resourceSources } from "./sources.ts";

const help = `Writes the files that follow from the resource definitions.

  npm run generate             write them
  npm run generate -- --check  write nothing; fail when one is stale`;

const root = join(import.meta.dirname, "../..");
const onlyCheck = process.argv.includes("--check");

if (process.argv.includes("--help")) {
  console.log(help);
} else {
  const sources = resourceSources(root);
  const stale = [
    putModule("resources/_registry.ts", registryText(sources)),
    putModule("resources/index.ts", indexText(sources, lookupSources(root))),
    put(
      "README.md",
      await withResourceTable(readFileSync(join(root, "README.md"), "utf8"), sources),
    ),
  ].flat();
  if (onlyCheck && stale.length > 0) {
    console.error(`Stale: ${stale.join(", ")}. Run \`npm run generate\` and commit the result.`);
    process.exitCode = 1;
  }
}

/** A module in the form the formatter gives it, so that the two never undo each other's work. */
function putModule(path: string, text: string): readonly string[] {
  const biome = join(root, "node_modules/.bin/biome");
  const formatted = execFileSync(biome, ["check", "--write", `--stdin-file-path=${path}`], {
    cwd: root,
    input: text,
    encoding: "utf8",
  });
  return put(path, formatted);
}

/** Writes the file where its text differs; returns its path if it did. */
function put(path: string, text: string): readonly string[] {
  const file = join(root, path);
  if (readFileSync(file, { encoding: "utf8", flag: "a+" }) === text) return [];
  if (!onlyCheck) writeFileSync(file, text);
  return [path];
}
