import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { copyExample } from "../../tools/examples.ts";
import { root } from "../../tools/steps.ts";
import { temporaryDirectory } from "./temporary.ts";

/** What the steps of the READMEs make: the CLI, the embedded platform, npm and setup.ts. */
const made = [
  "Pulumi.dev.yaml",
  "Pulumi.production.yaml",
  ".pulumi/stacks/app/dev.json",
  ".hosting/platform.db",
  "node_modules/zod/index.js",
  "package-lock.json",
  "dist/index.js",
  "acme-web-1.0.0.tgz",
];

function git(cwd: string, ...args: readonly string[]): string {
  // What the developer ignores everywhere is no concern of the repository's.
  return execFileSync("git", ["-c", "core.excludesFile=", ...args], { cwd, encoding: "utf8" });
}

function play(directory: string): void {
  for (const file of made.map((name) => join(directory, name))) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, "made\n");
  }
}

// In a repository of its own, because the tree may have been exported without one.
test("the steps of an example's README change no file of a clone and leave none to commit", async () => {
  const clone = await temporaryDirectory();
  for (const name of [".gitignore", "examples"]) {
    cpSync(join(root, name), join(clone, name), { recursive: true });
  }
  git(clone, "init", "--quiet");
  git(clone, "add", ".");
  const examples = globSync("examples/*/package.json", { cwd: clone }).map(dirname);
  expect(examples).toContain(join("examples", "quickstart"));
  for (const example of examples) play(join(clone, example));
  const changed = ["ls-files", "--modified", "--others", "--exclude-standard"];
  expect(git(clone, ...changed)).toBe("");
});

test.skipIf(!existsSync(join(root, ".git")))(
  "no example has a file that is committed and ignored",
  () => {
    const files = ["ls-files", "--cached", "--ignored", "--exclude-standard", "examples"];
    expect(git(root, ...files)).toBe("");
  },
);

test.each(globSync("examples/*/README.md", { cwd: root }))(
  "%s saves no package in a package.json",
  (file) => {
    expect(readFileSync(join(root, file), "utf8")).not.toMatch(/npm install (?!--no-save ).*\.tgz/);
  },
);

test("an example that was played is copied without what that left", async () => {
  const [from, to] = [await temporaryDirectory(), await temporaryDirectory()];
  const example = join(from, "examples/one");
  play(example);
  for (const file of ["Pulumi.yaml", "index.ts"]) writeFileSync(join(example, file), "");
  copyExample("one", to, from);
  expect(readdirSync(to).toSorted()).toEqual(["Pulumi.yaml", "index.ts"]);
});
