import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { temporaryDirectory } from "../../platform/support.ts";
import { newAccount } from "../../support/exported-account.ts";

const main = join(import.meta.dirname, "..", "..", "..", "cli", "main.ts");

describe("the process", { timeout: 60_000 }, () => {
  test("piped into head it ends quietly, and the program is written", async () => {
    const { directory, env } = await newAccount(1);
    const line = `set -o pipefail; "${process.execPath}" "${main}" export --out infra --json 2>/dev/null | head -1`;
    const options = { cwd: directory, env: { ...process.env, ...env } };
    const { stdout } = await promisify(execFile)("bash", ["-c", line], options);
    expect(stdout).toBe("{\n");
    expect(readdirSync(join(directory, "infra"))).toContain("index.ts");
  });

  test("Ctrl-C ends it, though a platform answers nothing, and leaves nothing", async () => {
    const directory = temporaryDirectory();
    const silent = createServer(() => undefined).listen(0, "127.0.0.1");
    await once(silent, "listening");
    onTestFinished(() => void silent.close());
    onTestFinished(() => silent.closeAllConnections());
    const url = `http://127.0.0.1:${Object(silent.address()).port}`;
    const env = {
      ...process.env,
      ...{ HOSTING_BACKEND: "api", HOSTING_API_KEY: "hk_0123456789abcdef" },
      ...{ HOSTING_BASE_URL: url, HOSTING_API_BASE_URL: url },
    };
    const args = [main, "export", "--out", "infra", "--import-file", "import.json"];
    const child = spawn(process.execPath, args, { cwd: directory, env });
    silent.once("request", () => child.kill("SIGINT"));
    expect(await once(child, "exit")).toEqual([130, null]);
    expect(readdirSync(directory)).toEqual([]);
  });
});
