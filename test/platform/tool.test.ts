import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { openPlatform } from "../../platform/index.ts";
import { newInstance, sender, temporaryDirectory } from "./support.ts";

const tool = join(import.meta.dirname, "..", "..", "tools", "platform.ts");

function start(args: readonly string[], cwd = temporaryDirectory()): ChildProcess {
  const env = { ...process.env, HOSTING_EMBEDDED_FILE: "" };
  const child = spawn(process.execPath, [tool, ...args], { cwd, env });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

/** What the process prints until it contains the text, or until it ends. */
async function printed(child: ChildProcess, until = "\0"): Promise<string> {
  let text = "";
  const ended = once(child, "close");
  const found = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (chunk) => {
        text += String(chunk);
        if (text.includes(until)) resolve();
      });
    }
  });
  await Promise.race([ended, found]);
  return text;
}

function setting(text: string, name: string): string {
  return new RegExp(`${name}=(\\S+)`).exec(text)?.[1] ?? "";
}

describe("npm run platform", () => {
  test("serves the file of the nearest Pulumi program on this machine alone", async () => {
    const project = temporaryDirectory();
    writeFileSync(join(project, "Pulumi.yaml"), "name: test\n");
    mkdirSync(join(project, "src"));
    const child = start(["--port", "0"], join(project, "src"));
    const text = await printed(child, "Ctrl-C");
    const url = setting(text, "HOSTING_BASE_URL");
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(setting(text, "HOSTING_API_BASE_URL")).toBe(url);

    const file = join(project, ".hosting", "platform.db");
    const platform = openPlatform({ file });
    onTestFinished(() => platform.close());
    expect(setting(text, "HOSTING_API_KEY")).toBe(platform.rootKey);
    const id = await newInstance(sender(platform));
    const headers = { authorization: `Bearer ${platform.rootKey}` };
    const answer = await fetch(`${url}/v1/instances/${id}`, { headers });
    expect(await answer.json()).toMatchObject({ id });

    child.kill("SIGINT");
    expect(await once(child, "close")).toEqual([0, null]);
  });

  test("serves the file that is named", async () => {
    const directory = temporaryDirectory();
    const child = start(["--port", "0", "--file", "other.db"], directory);
    expect(await printed(child, "Ctrl-C")).toContain(join(directory, "other.db"));
    expect(existsSync(join(directory, "other.db"))).toBe(true);
  });

  test("says how it is used and starts nothing", async () => {
    const directory = temporaryDirectory();
    expect(await printed(start(["--help"], directory))).toContain("--port");
    expect(existsSync(join(directory, ".hosting"))).toBe(false);
  });

  test.each([
    ["--port", "http"],
    ["--port", "65536"],
  ])("%s %s is refused in one line", async (...args) => {
    const child = start(args);
    const text = await printed(child);
    expect(text).toBe(`The platform was not started: --port ${args[1]} is not a port.\n`);
    expect(child.exitCode).toBe(1);
  });
});
