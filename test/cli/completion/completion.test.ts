import { execFileSync } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryDirectory } from "../../platform/support.ts";
import { runCli } from "../../support/cli.ts";

const main = join(import.meta.dirname, "..", "..", "..", "cli", "main.ts");

async function wordsAfter(...words: string[]): Promise<readonly string[]> {
  const { stdout } = await runCli(["complete", "--", ...words]);
  return stdout.split("\n").flatMap((line) => line.split("\t")[0] || []);
}

describe("what can follow", () => {
  test("commands, but not the hidden one", async () => {
    const found = await wordsAfter("");
    expect(found).toContain("platform");
    expect(found).not.toContain("complete");
  });

  test("of a command its options", async () => {
    expect(await wordsAfter("platform", "--p")).toEqual(["--port"]);
  });

  test("the choices of an option's value and of an argument", async () => {
    expect(await wordsAfter("platform", "--clock", "fr")).toEqual(["frozen"]);
    expect(await wordsAfter("completion", "")).toEqual(["bash", "zsh", "fish"]);
  });

  test("nothing where the value is the user's own", async () => {
    expect(await wordsAfter("platform", "--file", "")).toEqual([]);
  });

  test("each word has its description behind a tab", async () => {
    const { stdout } = await runCli(["complete", "--", "plat"]);
    expect(stdout).toMatch(/^platform\t\S.*\n$/);
  });
});

describe("the scripts", () => {
  test("bash completes what is typed", { timeout: 60_000 }, async () => {
    const directory = temporaryDirectory();
    const command = join(directory, "pulumi-hosting");
    writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`);
    chmodSync(command, 0o755);
    const { stdout: script } = await runCli(["completion", "bash"]);
    const completed = (words: readonly string[]) => {
      const typed = `COMP_WORDS=(${words.map((word) => `"${word}"`).join(" ")})`;
      const ask = `COMP_CWORD=${words.length - 1}; _hosting; printf '%s\\n' "\${COMPREPLY[@]}"`;
      const env = { PATH: `${directory}:${process.env["PATH"]}` };
      const lines = [script, typed, ask].join("\n");
      return execFileSync("bash", ["--norc", "-c", lines], { env, encoding: "utf8" }).split("\n");
    };
    expect(completed(["pulumi-hosting", "plat"])).toEqual(["platform", ""]);
    expect(completed(["pulumi-hosting", "platform", "--clock", ""])).toEqual([
      "real",
      "frozen",
      "",
    ]);
    expect(completed(["pulumi-hosting", "platform", "--file", ""])).toEqual(["", ""]);
    expect(completed(["hosting", "plat"])).toEqual(["platform", ""]);
  });

  test.each(["zsh", "fish"])("%s asks the command itself", async (shell) => {
    const { code, stdout } = await runCli(["completion", shell]);
    expect(code).toBe(0);
    expect(stdout).toContain("pulumi-hosting complete -- ");
    expect(stdout).toMatch(
      shell === "zsh"
        ? /^#compdef pulumi-hosting hosting\n/
        : /^complete -c pulumi-hosting -c hosting /,
    );
  });

  test("are printed as JSON, too", async () => {
    const { stdout: script } = await runCli(["completion", "zsh"]);
    const { stdout } = await runCli(["completion", "zsh", "--json"]);
    expect(JSON.parse(stdout)).toEqual({ shell: "zsh", script });
  });
});
