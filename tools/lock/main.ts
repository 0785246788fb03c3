import { execSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { root } from "../steps.ts";
import { completed, lockFileText, parseLockFile, withoutUnverified } from "./lock-file.ts";
import { problemsOf } from "./problems.ts";

const help = `Brings package-lock.json up to date with package.json and names in it the optional packages of
other platforms, which the registry at hand may hide, so that \`npm ci\` works on all of them.

  npm run lock             write it
  npm run check            among other things: write nothing; fail when it is stale or incomplete`;

const path = join(root, "package-lock.json");

if (process.argv.includes("--help")) console.log(help);
else if (process.argv.includes("--check")) check();
else complete();

function check(): void {
  const problems = problemsOf(parseLockFile(readFileSync(path, "utf8")), (directory) => {
    const text = readFileSync(join(root, directory, "package.json"), "utf8");
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  });
  if (problems.length === 0) return;
  console.error([...problems, "Run `npm run lock` and commit the result."].join("\n"));
  process.exitCode = 1;
}

function complete(): void {
  const before = readFileSync(path, "utf8");
  try {
    writeFileSync(path, lockFileText(withoutUnverified(parseLockFile(before))));
    // npm adds what the registry shows, with checksums.
    execSync("npm install --package-lock-only --no-audit --no-fund --loglevel=error", {
      cwd: root,
    });
    writeFileSync(path, lockFileText(completed(parseLockFile(readFileSync(path, "utf8")))));
  } catch (error) {
    writeFileSync(path, before);
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
