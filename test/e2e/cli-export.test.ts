import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { filesOf } from "../../cli/export/files.ts";
import { programOf } from "../../cli/export/program.ts";
import { openPlatform } from "../../platform/index.ts";
import { references } from "../../resources/_registry.ts";
import { sender, volumeBody } from "../platform/support.ts";
import { dropAdoption, fillPlatform, useExported } from "../support/exported-stack.ts";
import { installPackage, run, temporaryDirectory } from "../support/package.ts";
import { openStack } from "../support/stack.ts";
import { weirdSubjects } from "../support/weird-subjects.ts";
import { takeOver } from "../thirdparty/takeover.ts";

it("an account with everything is taken over without a write, and stays as it is", async () => {
  await using stack = await openStack();
  await fillPlatform(stack, 2);
  await useExported(stack, "--id", "proj_1");
  const requests = stack.requests();
  const lists = requests.filter((request) => !/ports$/.test(request));
  expect(requests.filter((request) => !request.startsWith("GET "))).toEqual([]);
  expect(lists).toEqual([...new Set(lists)]);
  expect(requests.length - lists.length).toBe(2);

  expect(await compile(join(stack.directory, "infra"))).toBe("");
  const { changes } = await stack.up();
  const taken = stack.state().filter(({ type }) => type.includes("hosting/"));
  expect(taken.length).toBe(19 * 2);
  expect(new Set(Object.values(changes))).toEqual(new Set(["create"]));
  dropAdoption(stack);
  expect((await stack.up({}, "--refresh")).changes).toEqual({});
  expect(stack.writes()).toEqual([]);
});

it("the exported programs of third-party platforms compile, and those of whatever names", async () => {
  const directory = temporaryDirectory();
  symlinkSync(join(root, "node_modules"), join(directory, "node_modules"));
  const seeds = Array.from({ length: 50 }, (_none, at) => at + 1);
  const programs = [{ name: "weird", resources: programOf(weirdSubjects(), references) }];
  for (const seed of seeds) {
    const { resources } = await takeOver(seed, { times: 2 });
    programs.push({ name: `thirdparty-${seed}`, resources });
  }
  for (const { name: folder, resources } of programs) {
    const project = { name: folder, resources, adopted: resources, isProtecting: true };
    mkdirSync(join(directory, project.name));
    const rest = { gaps: [], platformSteps: [], packageSpec: "^1.0.0" };
    for (const [name, text] of filesOf({ ...project, ...rest }))
      writeFileSync(join(directory, project.name, name), text);
  }
  const { compilerOptions } = JSON.parse(
    readFileSync(join(directory, "thirdparty-1", "tsconfig.json"), "utf8"),
  );
  writeFileSync(join(directory, "tsconfig.json"), JSON.stringify({ compilerOptions }));
  writeFileSync(join(directory, "package.json"), '{ "type": "module" }');
  expect(await compile(directory)).toBe("");
});

it("an import file brings the objects into a state without a request", async () => {
  await using stack = await openStack();
  await fillPlatform(stack, 1);
  await useExported(stack, "--import-file", "import.json");
  stack.requests();
  const flags = ["--generate-code=false", "--protect=false", "--yes", "--skip-preview"];
  await stack.run("import", "--file", "import.json", ...flags, "--stack", "dev");
  expect(stack.requests()).toEqual([]);
  // A resource with a value to fill in is in no file.
  expect((await stack.up()).changes).toEqual({ "paper-1": "create" });
  dropAdoption(stack);
  // The guide's way to see drift: it fails where a refresh would change anything.
  await stack.gate();
  expect((await stack.up()).changes).toEqual({});
  expect(stack.writes()).toEqual([]);
});

it("somebody in an empty directory exports with the packed package, and its program compiles", async () => {
  const directory = temporaryDirectory();
  await installPackage(directory, "typescript@~6.0");
  const world = join(directory, "world.db");
  const platform = openPlatform({ file: world, defaults: { ratePerMinute: null } });
  await sender(platform)("POST /v1/volumes", volumeBody("data"));
  platform.close();
  const settings = ["HOSTING_BACKEND=embedded", `HOSTING_EMBEDDED_FILE=${world}`];
  const command = ["npx", "pulumi-hosting", "export", "--out", "infra"];
  const printed = await run(directory, ["env", ...settings, ...command]);
  // Besides, there is the key in use, which no program should have.
  expect(printed).toContain("1 object is in infra");
  expect(await compile(join(directory, "infra"))).toBe("");
});

/** The compiler's output for a project, with the package's declarations. */
async function compile(directory: string): Promise<string> {
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  const args = [compiler, "-p", directory];
  return promisify(execFile)(process.execPath, args).then(
    ({ stdout }) => stdout,
    (error: unknown) => `${Object(error).stdout}${String(error)}`,
  );
}

const root = join(import.meta.dirname, "..", "..");
