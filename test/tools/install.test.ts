import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { installAtomically } from "../../tools/cli/install.ts";
import { names, writePrograms } from "./fakes.ts";
import { temporaryDirectory } from "./temporary.ts";

async function target() {
  const cache = await temporaryDirectory();
  return { cache, directory: join(cache, "3.1.2-abc") };
}

test("the directory appears only when it is complete", async () => {
  const { cache, directory } = await target();
  await installAtomically(directory, async (partial) => {
    await writePrograms(partial);
    expect(await readdir(cache)).toEqual(["3.1.2-abc.partial"]);
  });
  expect(await readdir(cache)).toEqual(["3.1.2-abc"]);
  expect((await readdir(directory)).toSorted()).toEqual(names.toSorted());
  expect((await stat(join(directory, "pulumi"))).mode & 0o777).toBe(0o755);
});

test("a failure leaves nothing behind, and what was there stays", async () => {
  const { cache, directory } = await target();
  const install = () =>
    installAtomically(directory, async (partial) => {
      await writeFile(join(partial, "pulumi"), "half");
      throw new Error("disk full");
    });
  await expect(install()).rejects.toThrow("disk full");
  expect(await readdir(cache)).toEqual([]);
  await installAtomically(directory, (partial) => writePrograms(partial, "first"));
  await expect(install()).rejects.toThrow("disk full");
  expect(await readdir(cache)).toEqual(["3.1.2-abc"]);
  expect(await readFile(join(directory, "pulumi"), "utf8")).toBe("first");
});

test("an earlier directory is replaced as a whole", async () => {
  const { directory } = await target();
  await mkdir(directory);
  await writeFile(join(directory, "pulumi"), "half");
  await writeFile(join(directory, "other"), "");
  await installAtomically(directory, (partial) => writePrograms(partial, "first"));
  expect(await readFile(join(directory, "pulumi"), "utf8")).toBe("first");
  expect((await readdir(directory)).toSorted()).toEqual(names.toSorted());
});

test("what a killed run left behind is removed", async () => {
  const { cache, directory } = await target();
  await mkdir(`${directory}.partial`);
  await writeFile(join(`${directory}.partial`, "left"), "");
  await installAtomically(directory, (partial) => writePrograms(partial));
  expect(await readdir(cache)).toEqual(["3.1.2-abc"]);
  expect((await readdir(directory)).toSorted()).toEqual(names.toSorted());
});
