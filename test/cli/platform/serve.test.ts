import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { openPlatform } from "../../../platform/index.ts";
import { newInstance, sender, temporaryDirectory } from "../../platform/support.ts";
import { runCli } from "../../support/cli.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const command = join(root, "cli", "main.ts");

function start(args: readonly string[], cwd = temporaryDirectory()): ChildProcess {
  const env = { ...process.env, HOSTING_EMBEDDED_FILE: "" };
  const child = spawn(process.execPath, [command, "platform", ...args], { cwd, env });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

/** The output of the process until it contains the text, or until it ends. */
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

/** The output until the platform serves. */
async function served(child: ChildProcess): Promise<string> {
  const text = await printed(child, "Ctrl-C");
  if (child.exitCode !== null) throw new Error(`The platform does not serve: ${text}`);
  return text;
}

function setting(text: string, name: string): string {
  return new RegExp(`${name}=(\\S+)`).exec(text)?.[1] ?? "";
}

describe("pulumi-hosting platform, served", { timeout: 60_000 }, () => {
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

  test("prints what opens the control API", async () => {
    const text = await served(start(["--port", "0"]));
    const url = setting(text, "HOSTING_CONTROL_URL");
    expect(url).toBe(`${setting(text, "HOSTING_BASE_URL")}/_control`);
    const headers = { authorization: `Bearer ${setting(text, "HOSTING_CONTROL_TOKEN")}` };
    const info = z
      .object({ worldId: z.string(), seed: z.string() })
      .parse(await (await fetch(`${url}/info`, { headers })).json());
    expect(text).toContain(`id     ${info.worldId}, seed ${info.seed}\n`);
  });

  test("prints the address of the page, which takes the token from it", async () => {
    const text = await served(start(["--port", "0"]));
    const [, page = "", token] = /^ {2}(http:\S+\/page)#token=(\S+)$/m.exec(text) ?? [];
    expect(page).toBe(`${setting(text, "HOSTING_CONTROL_URL")}/page`);
    expect(token).toBe(setting(text, "HOSTING_CONTROL_TOKEN"));
    const answer = await fetch(page);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain("location.hash");
  });

  test("a new platform gets the named seed; a file with another one is refused", async () => {
    const directory = temporaryDirectory();
    const child = start(["--port", "0", "--seed", "mine"], directory);
    expect(await served(child)).toContain(", seed mine\n");
    const text = await printed(start(["--port", "0", "--seed", "other"], directory));
    expect(text).toContain('its platform has the seed "mine", not "other"');
  });

  test("the clock is set as it is named, and left as it is when it is not", async () => {
    const directory = temporaryDirectory();
    const time = async (...args: string[]) => {
      const child = start(["--port", "0", ...args], directory);
      const text = await served(child);
      child.kill("SIGTERM");
      return /^ {2}time .*, (.*)$/m.exec(text)?.[1];
    };
    expect(await time()).toBe("passing as it does outside");
    expect(await time("--clock", "frozen")).toBe("frozen");
    expect(await time()).toBe("frozen");
    expect(await time("--clock", "real")).toBe("passing as it does outside");
  });

  test("traffic is carried when it is asked for, and as before otherwise", async () => {
    const directory = temporaryDirectory();
    const carriedWith = async (...args: string[]) => {
      const child = start(["--port", "0", ...args], directory);
      const text = await served(child);
      const authorization = `Bearer ${setting(text, "HOSTING_CONTROL_TOKEN")}`;
      const url = `${setting(text, "HOSTING_CONTROL_URL")}/traffic`;
      const answer = Object(await (await fetch(url, { headers: { authorization } })).json());
      const isCarried = answer.process === child.pid;
      expect(text.includes("pulumi-hosting platform traffic")).toBe(isCarried);
      child.kill("SIGTERM");
      expect(await once(child, "close")).toEqual([0, null]);
      return isCarried;
    };
    expect(await carriedWith()).toBe(false);
    expect(await carriedWith("--traffic")).toBe(true);
    expect(await carriedWith()).toBe(true);
    expect(await carriedWith("--no-traffic")).toBe(false);
  });

  test("--json: one line says what the text says", async () => {
    const stopped = new AbortController();
    const printed = () => stopped.abort();
    const directory = temporaryDirectory();
    const args = ["platform", "--port", "0", "--seed", "1", "--json"];
    const { code, stdout } = await runCli(args, { directory, printed, stop: stopped.signal });
    const file = join(directory, ".hosting", "platform.db");
    const platform = openPlatform({ file });
    onTestFinished(() => platform.close());
    const answer = JSON.parse(stdout);
    expect({ code, answer }).toEqual({
      code: 0,
      answer: {
        url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
        file,
        world: platform.worldId,
        seed: "1",
        settings: {
          HOSTING_BACKEND: "api",
          HOSTING_BASE_URL: answer.url,
          HOSTING_API_BASE_URL: answer.url,
          HOSTING_API_KEY: platform.rootKey,
          HOSTING_CONTROL_URL: `${answer.url}/_control`,
          HOSTING_CONTROL_TOKEN: platform.controlToken,
        },
        page: `${answer.url}/_control/page#token=${platform.controlToken}`,
      },
    });
  });

  test("a port that is taken is named in one line", async () => {
    const directory = temporaryDirectory();
    const url = new URL(setting(await served(start(["--port", "0"])), "HOSTING_BASE_URL"));
    expect(await runCli(["platform", "--port", url.port], { directory })).toEqual({
      code: 1,
      stdout: "",
      stderr: `The platform was not started: port ${url.port} is taken. Stop what has it, or name another one with --port; 0 stands for a free one.\n`,
    });
  });

  test.each([
    ["--port", "http", "It is not a port."],
    ["--port", "65536", "It is not a port."],
    ["--clock", "slow", "Allowed choices are real, frozen."],
  ])("%s=%s is refused in one line", async (name, value, why) => {
    const { code, stdout, stderr } = await runCli(["platform", `${name}=${value}`]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^Nothing was done: .*\n$/);
    expect(stderr).toContain(`${name} `);
    expect(stderr).toContain(`'${value}' is invalid. ${why}`);
  });

  test("a request that never ends does not keep it from stopping", async () => {
    const child = start(["--port", "0"]);
    const url = new URL(setting(await served(child), "HOSTING_BASE_URL"));
    const socket = connect(Number(url.port), url.hostname);
    onTestFinished(() => void socket.destroy());
    socket.write("POST /v1/volumes HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{");
    await once(socket, "connect");
    expect((await fetch(`${url.origin}/_control/page`)).status).toBe(200);
    child.kill("SIGTERM");
    expect(await once(child, "close")).toEqual([0, null]);
  });
});
