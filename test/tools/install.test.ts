import { mkdir, readdir, readFile, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { installAtomically } from "../../tools/cli/install.ts";
import { isIntact } from "../../tools/cli/manifest.ts";
import { FakeClock, names, writePrograms } from "./fakes.ts";
import { temporaryDirectory } from "./temporary.ts";

async function target() {
  const cache = await temporaryDirectory();
  const clock = new FakeClock();
  return { cache, clock, installation: { directory: join(cache, "3.1.2-abc"), names, clock } };
}

test("the directory appears only when it is complete", async () => {
  const { cache, installation } = await target();
  await installAtomically(installation, async (partial) => {
    await writePrograms(partial);
    expect(await readdir(cache)).toEqual([expect.stringMatching(/^3\.1\.2-abc\.partial-/)]);
  });
  expect(await readdir(cache)).toEqual(["3.1.2-abc"]);
  expect(await isIntact(installation.directory, names)).toBe(true);
  expect((await stat(join(installation.directory, "pulumi"))).mode & 0o777).toBe(0o755);
});

test("a failure leaves nothing behind", async () => {
  const { cache, installation } = await target();
  const install = installAtomically(installation, async (partial) => {
    await writeFile(join(partial, "pulumi"), "half");
    throw new Error("disk full");
  });
  await expect(install).rejects.toThrow("disk full");
  expect(await readdir(cache)).toEqual([]);
});

test("a damaged directory is replaced, an intact one is kept", async () => {
  const { installation } = await target();
  const content = () => readFile(join(installation.directory, "pulumi"), "utf8");
  await mkdir(installation.directory);
  await writeFile(join(installation.directory, "pulumi"), "half");
  await installAtomically(installation, (partial) => writePrograms(partial, "first"));
  expect(await content()).toBe("first");
  await installAtomically(installation, (partial) => writePrograms(partial, "second"));
  expect(await content()).toBe("first");
});

test("what a killed run left behind is removed after an hour", async () => {
  const { cache, clock, installation } = await target();
  for (const [name, ageSeconds] of [
    ["old", 3700],
    ["new", 60],
  ] as const) {
    const path = `${installation.directory}.partial-${name}`;
    await mkdir(path);
    await utimes(path, clock.now() / 1000 - ageSeconds, clock.now() / 1000 - ageSeconds);
  }
  await installAtomically(installation, (partial) => writePrograms(partial));
  expect(await readdir(cache)).toEqual(["3.1.2-abc", "3.1.2-abc.partial-new"]);
});
