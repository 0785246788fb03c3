import { mkdir, symlink, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { expect, test } from "vitest";
import type { RunCommand } from "../../tools/cli/command.ts";
import { locateIn, locateOnPath, minimumVersion } from "../../tools/cli/locate.ts";
import { names, writePrograms } from "./fakes.ts";
import { temporaryDirectory } from "./temporary.ts";

const answers =
  (stdout: string): RunCommand =>
  () =>
    Promise.resolve({ code: 0, stdout, stderr: "" });

function locate(directories: string[], run: RunCommand) {
  const environment = { PATH: directories.join(delimiter) };
  return locateOnPath({ environment, platform: "linux", run });
}

test("takes a new enough CLI that has its companions beside it", async () => {
  const directory = await temporaryDirectory();
  await writePrograms(directory);
  expect(await locate(["/nowhere", directory], answers("v3.254.0"))).toEqual({
    found: true,
    directory,
    pulumi: join(directory, "pulumi"),
    version: "3.254.0",
  });
});

test("accepts companions in another directory on PATH or behind a link", async () => {
  const directory = await temporaryDirectory();
  const [programs, links] = [join(directory, "programs"), join(directory, "links")];
  await mkdir(programs);
  await mkdir(links);
  await writePrograms(programs);
  await symlink(join(programs, "pulumi"), join(links, "pulumi"));
  expect(await locate([links], answers("v3.300.0"))).toMatchObject({
    found: true,
    directory: links,
  });
  await writeFile(join(links, "alone"), "");
  expect(await locate([links, programs], answers("v3.300.0"))).toMatchObject({ found: true });
});

test.each([
  ["v3.300.0", "3.300.0"],
  ["v3.300.0\n", "3.300.0"],
  ["3.1000.12\r\n", "3.1000.12"],
  ["v4.0.0", "4.0.0"],
  ["v3.260.0-alpha.1755+dirty", "3.260.0"],
  ["warning: using the plugin from PATH\nv3.254.1", "3.254.1"],
])("reads %j as %s", async (answer, version) => {
  const directory = await temporaryDirectory();
  await writePrograms(directory);
  expect(await locate([directory], answers(answer))).toMatchObject({ found: true, version });
});

test("a directory is searched alone", async () => {
  const [complete, bare] = [await temporaryDirectory(), await temporaryDirectory()];
  await writePrograms(complete);
  await writeFile(join(bare, "pulumi"), "", { mode: 0o755 });
  const search = {
    environment: { PATH: complete },
    platform: "linux",
    run: answers("v3.259.0"),
  } as const;
  expect(await locateIn(complete, search)).toMatchObject({ found: true, directory: complete });
  expect(await locateIn(bare, search)).toMatchObject({ found: false });
});

test("the oldest usable CLI is 3.254.0", () => {
  expect(minimumVersion).toBe("3.254.0");
});

test.each([
  ["v3.253.9", "is only version 3.253.9"],
  ["v3.99.0", "is only version 3.99.0"],
  ["v2.300.0", "is only version 2.300.0"],
  ["no version", "names no version"],
  ["", "names no version"],
  ["v3.259", "names no version"],
  ["pulumi v3.259.0 is out", "names no version"],
  ["dev", "names no version"],
])("refuses a CLI that answers %j", async (answer, reason) => {
  const directory = await temporaryDirectory();
  await writePrograms(directory);
  const located = await locate([directory], answers(answer));
  expect(located).toEqual({ found: false, reason: expect.stringContaining(reason) });
});

test.each(names.slice(1))("refuses a CLI without %s", async (missing) => {
  const directory = await temporaryDirectory();
  for (const name of names.filter((name) => name !== missing)) {
    await writeFile(join(directory, name), "", { mode: 0o755 });
  }
  const located = await locate([directory], answers("v3.259.0"));
  expect(located).toEqual({ found: false, reason: expect.stringContaining(`no ${missing}`) });
});

test("says that nothing is there, or why it cannot be started", async () => {
  const directory = await temporaryDirectory();
  expect(await locate([directory], answers(""))).toEqual({
    found: false,
    reason: "there is no `pulumi` on PATH",
  });
  await writePrograms(directory);
  const refuses: RunCommand = () => Promise.reject(new Error("spawn EACCES"));
  expect(await locate([directory], refuses)).toEqual({
    found: false,
    reason: `${join(directory, "pulumi")} cannot be started: spawn EACCES`,
  });
});

test("asks without looking for updates", async () => {
  const directory = await temporaryDirectory();
  await writePrograms(directory);
  const seen: unknown[] = [];
  await locate([directory], (command) => {
    seen.push(command.args, command.environment?.["PULUMI_SKIP_UPDATE_CHECK"]);
    return Promise.resolve({ code: 0, stdout: "v3.259.0", stderr: "" });
  });
  expect(seen).toEqual([["version"], "true"]);
});
