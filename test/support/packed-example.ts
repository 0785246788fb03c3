/** Examples of the packed package, each copied out of it and played as its README says. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject } from "vitest";
import { newDirectory, temporaryDirectory, unpackPackage } from "./package.ts";
import { copyExample, shellIn } from "./readme-start.ts";

/** Plays the first commands of an example's README in a directory that has nothing but the examples. */
export async function playExample(name: string): Promise<void> {
  const home = temporaryDirectory();
  const project = newDirectory();
  const unpacked = await unpackPackage(join(project.directory, "node_modules"));
  // All of them, because one names another.
  for (const each of readdirSync(join(unpacked, "examples"))) {
    await copyExample(each, { directory: project.directory, home });
  }
  project.remove();
  const directory = join(home, name);
  const manifest = readFileSync(join(directory, "package.json"), "utf8");
  expect(manifest).not.toContain("file:");
  const readme = readFileSync(join(directory, "README.md"), "utf8");
  const [, commands = ""] = /```sh\n(.*?)```/s.exec(readme) ?? [];
  expect(commands).toContain("npm install");
  const type = await shellIn(directory);
  // The registry does not have what is tested here.
  await type(commands.replaceAll("npm install", `npm install --no-save ${inject("tarball")}`));
}
