/** The start guide, played as it is written. */
import { execFile } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, inject } from "vitest";
import { cliDirectory } from "./cli-directory.ts";
import { networkSettings } from "./network-settings.ts";
import { writeProject } from "./package.ts";

const guide = readFileSync(join(import.meta.dirname, "../../docs/guides/start.md"), "utf8");
const [section = ""] = guide.split("## A real account");
const [install = "", run = "", cleanUp = ""] = blocksOf("sh");
const [project = ""] = blocksOf("yaml");
const [program = ""] = blocksOf("ts");

function blocksOf(language: string): readonly string[] {
  const fence = new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, "gs");
  return [...section.matchAll(fence)].map(([, block = ""]) => block);
}

const [, typeCheck = "", addCompiler = "", tsconfig = ""] =
  /`([^`]+)` does, after `([^`]+)`, with this as `tsconfig.json`:\s+`([^`]+)`/.exec(section) ?? [];
const [, plan = ""] = /`(pulumi preview --json [^`]+)`/.exec(section) ?? [];
const [, copy = ""] = /```sh\n(cp -r [^`]+)```/.exec(guide) ?? [];

/** The program of the start. */
export const startProgram = program;

/** The files of the start by their names. */
export const startFiles = { "Pulumi.yaml": project, "index.ts": program };

/** Where the start is played: an empty directory, or that of a project which is there already. */
export interface Start {
  readonly directory: string;
  readonly hasProject: boolean;
}

/** Plays it with its changes, up to the clean-up. */
export async function playStart({ directory, hasProject }: Start): Promise<void> {
  const type = await shellIn(directory);
  // The registry does not have what is tested here.
  const [, justInstall = ""] = /run only `([^`]+)`/.exec(section) ?? [];
  await type((hasProject ? justInstall : install).replace("pulumi-hosting", inject("tarball")));
  writeProject(directory, hasProject ? { "index.ts": program } : startFiles);
  await type(run);
  expect(readFileSync(join(directory, ".hosting/.gitignore"), "utf8")).toBe("*\n");
  const sized = (sizeGb: number) => {
    writeFileSync(join(directory, "index.ts"), program.replace("sizeGb: 20", `sizeGb: ${sizeGb}`));
    return type(`${run.split("\n")[0]}\npulumi preview`);
  };
  expect(await sized(40)).toContain("~ 1 to update");
  await expect(sized(10)).rejects.toMatchObject({
    stdout: expect.stringMatching(/20.*10|10.*20/),
  });
  writeFileSync(join(directory, "index.ts"), program.replace('Volume("data"', 'Volume("disk"'));
  const planned = await type(`${run.split("\n")[0]}\n${plan}`);
  expect(planned.replaceAll(/\s+/g, " ")).toMatch(
    /delete volume "data" loses its data \(20 GB\); looks renamed to "disk": to keep it, set aliases/,
  );
  await type(`${run.split("\n")[0]}\n${cleanUp}`);
  expect(existsSync(join(directory, "Pulumi.dev.yaml"))).toBe(false);
}

/** Has the types of the start's program checked as the guide says: a mistake is all that is found. */
export async function playTypeCheck(directory: string): Promise<void> {
  const type = await shellIn(directory);
  await type(addCompiler);
  const mistaken = program.replace("sizeGb: 20", 'sizeGb: "20"');
  writeProject(directory, { "tsconfig.json": tsconfig, "index.ts": mistaken });
  const [line = ""] = mistaken.split("\n").filter((one) => one.includes('sizeGb: "20"'));
  const place = `index.ts(${mistaken.split("\n").indexOf(line) + 1},${line.indexOf("sizeGb") + 1})`;
  await expect(type(typeCheck)).rejects.toMatchObject({
    stdout: `${place}: error TS2322: Type 'string' is not assignable to type 'Input<number>'.\n`,
  });
}

/** Copies an example out of a project's package into a home, as the guide says of one of them. */
export async function copyExample(
  name: string,
  { directory, home }: { directory: string; home: string },
): Promise<void> {
  const type = await shellIn(directory);
  await type(`HOME=${home}\n${copy.replaceAll("quickstart", name)}`);
}

/** A shell in a directory, of someone who says yes to every question. */
export async function shellIn(directory: string): Promise<(commands: string) => Promise<string>> {
  const path = [await cliDirectory(), dirname(process.execPath), process.env["PATH"] ?? ""];
  const env = {
    ...networkSettings(),
    PATH: path.join(delimiter),
    HOME: process.env["HOME"],
    PULUMI_HOME: join(directory, ".pulumi-home"),
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_SKIP_CONFIRMATIONS: "true",
    npm_config_prefer_offline: "true",
    npm_config_audit: "false",
  };
  return async (commands) => {
    const shell = promisify(execFile);
    return (await shell("bash", ["-e", "-c", commands], { cwd: directory, env })).stdout;
  };
}
