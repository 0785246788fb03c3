import { spawnSync } from "node:child_process";
import { cp, mkdir, readdir, symlink, utimes, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryDirectory } from "./temporary.ts";

const run = new URL("../../tools/run.mjs", import.meta.url);
/** Like the real one it begins with an empty node_modules; what it leaves is enough to start a script. */
const npm = `#!/bin/sh
rm -rf node_modules/* && mkdir -p node_modules/node/bin
ln -s "${process.execPath}" node_modules/node/bin/node
`;

/** Another checkout's node_modules, and a checkout with a script that prints a word. */
async function checkout() {
  const root = await temporaryDirectory();
  const bin = await temporaryDirectory();
  const theirs = await temporaryDirectory();
  await mkdir(join(root, "tools"));
  await cp(run, join(root, "tools", "run.mjs"));
  await writeFile(join(root, "package-lock.json"), "{}");
  await writeFile(join(root, "hello.mjs"), 'console.log("hello");\n');
  await writeFile(join(bin, "npm"), npm, { mode: 0o755 });
  await mkdir(join(theirs, "node", "bin"), { recursive: true });
  await symlink(process.execPath, join(theirs, "node", "bin", "node"));
  await writeFile(join(theirs, "theirs.js"), "");
  const PATH = [bin, process.env["PATH"]].join(delimiter);
  const options = { cwd: root, env: { ...process.env, PATH }, encoding: "utf8" } as const;
  const start = () => {
    const args = [join(root, "tools", "run.mjs"), "hello.mjs"];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, options);
    return { status, stdout, stderr };
  };
  return { root, theirs, start };
}

test("what package-lock.json names is installed first", async () => {
  const { start } = await checkout();
  const stderr = "Installing the development dependencies …\n";
  expect(start()).toEqual({ status: 0, stdout: "hello\n", stderr });
});

describe("where node_modules is a link to another checkout's", () => {
  test("nothing is installed: that would empty it", async () => {
    const { root, theirs, start } = await checkout();
    await symlink(theirs, join(root, "node_modules"));
    expect(start()).toEqual({
      status: 1,
      stdout: "",
      stderr: `hello.mjs was not run: \`npm ci\` would empty ${theirs}, to which node_modules is a link. Remove the link, and run \`npm ci\` here.\n`,
    });
    expect((await readdir(theirs)).toSorted()).toEqual(["node", "theirs.js"]);
  });

  test("the script is run where all is installed there", async () => {
    const { root, theirs, start } = await checkout();
    await symlink(theirs, join(root, "node_modules"));
    await writeFile(join(theirs, ".package-lock.json"), "{}");
    await utimes(join(root, "package-lock.json"), 0, 0);
    expect(start()).toEqual({ status: 0, stdout: "hello\n", stderr: "" });
  });
});
