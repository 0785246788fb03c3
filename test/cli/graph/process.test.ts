import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { largePreview } from "../../support/large-preview.ts";

const main = join(import.meta.dirname, "../../../cli/main.ts");
const run = promisify(execFile);

test.each(["graph", "plan --json"])(
  "%s of 300 objects, piped into head, ends quietly",
  async (command) => {
    const directory = mkdtempSync(join(tmpdir(), "large-preview-"));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    writeFileSync(join(directory, "preview.json"), largePreview());
    const line = `set -o pipefail; "${process.execPath}" "${main}" ${command} < preview.json | head -c 1`;
    const { stdout, stderr } = await run("bash", ["-c", line], { cwd: directory });
    expect({ first: stdout, stderr }).toEqual({
      first: command === "graph" ? "<" : "{",
      stderr: "",
    });
  },
  60_000,
);
