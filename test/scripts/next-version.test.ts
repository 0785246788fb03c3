import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { takeNextVersion } from "../../scripts/next-version.ts";
import { temporaryDirectory } from "./temporary.ts";

const manifest = `{
  "name": "some",
  "version": "0.4.0",
  "workspaces": [
    "examples/*"
  ],
  "dependencies": { "other": "^1.0.0" }
}
`;
const lock = `{
  "name": "some",
  "version": "0.4.0",
  "packages": {
    "": {
      "name": "some",
      "version": "0.4.0",
      "workspaces": [
        "examples/*"
      ]
    },
    "node_modules/other": {
      "version": "1.0.0"
    }
  }
}
`;
const example = { name: "one", private: true, dependencies: { some: "file:../.." } };

async function project() {
  const directory = await temporaryDirectory();
  const put = (path: string, text: string) => writeFile(join(directory, path), text);
  for (const folder of [".changeset", "examples/one"]) {
    await mkdir(join(directory, folder), { recursive: true });
  }
  await put("package.json", manifest);
  await put("package-lock.json", lock);
  await put("examples/one/package.json", JSON.stringify(example));
  await put(".changeset/config.json", JSON.stringify({ baseBranch: "main" }));
  await put(".changeset/more.md", `---\n"some": minor\n---\n\nIt does more.\n`);
  const git = (...args: readonly string[]) => execFileSync("git", args, { cwd: directory });
  git("init", "--quiet");
  git("add", ".");
  git("-c", "user.name=one", "-c", "user.email=one@example.com", "commit", "--quiet", "-m", "one");
  const read = (path: string) => readFile(join(directory, path), "utf8");
  return { directory, put, read };
}

test("changesets become the next version of the package whose workspaces are its examples", async () => {
  const { directory, read } = await project();
  expect(takeNextVersion(directory)).toBe("0.5.0");
  expect(await read("package.json")).toBe(manifest.replace("0.4.0", "0.5.0"));
  expect(await read("package-lock.json")).toBe(lock.replaceAll("0.4.0", "0.5.0"));
  expect(await read("CHANGELOG.md")).toMatch(/## 0\.5\.0\n[\s\S]*It does more\./);
  expect(existsSync(join(directory, ".changeset/more.md"))).toBe(false);
});

test("a changeset that is wrong changes nothing", async () => {
  const { directory, put, read } = await project();
  await put(".changeset/wrong.md", `---\n"unknown": minor\n---\n\nIt is not there.\n`);
  expect(() => takeNextVersion(directory)).toThrow(/unknown/);
  expect(await read("package.json")).toBe(manifest);
  expect(await read("package-lock.json")).toBe(lock);
});
