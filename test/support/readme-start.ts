/** The start of the README, played as it is written. */
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, inject } from "vitest";
import { cliDirectory } from "./cli-directory.ts";

const readme = readFileSync(join(import.meta.dirname, "../../README.md"), "utf8");
const [, section = ""] = /## From npm[^\n]*\n(.*?)For a real account/s.exec(readme) ?? [];
const [install = "", project = "", program = "", run = ""] = [
  ...section.matchAll(/```\w+\n(.*?)```/gs),
].map(([, block = ""]) => block);

/** Where the start is played: an empty directory, or that of a project which is there already. */
export interface Start {
  readonly directory: string;
  readonly hasProject: boolean;
}

/** Plays it up to the two changes that the README tells of. */
export async function playStart({ directory, hasProject }: Start): Promise<void> {
  const type = await shellIn(directory);
  // The registry does not have what is tested here.
  const [, justInstall = ""] = /only needs `([^`]+)`/.exec(section) ?? [];
  await type((hasProject ? justInstall : install).replace("pulumi-hosting", inject("tarball")));
  if (!hasProject) writeFileSync(join(directory, "Pulumi.yaml"), project);
  writeFileSync(join(directory, "index.ts"), program);
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
}

/** A shell in a directory, of someone who says yes to every question. */
export async function shellIn(directory: string): Promise<(commands: string) => Promise<string>> {
  const path = [await cliDirectory(), dirname(process.execPath), process.env["PATH"] ?? ""];
  const env = {
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
