import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { HostingError } from "../../../provider/errors.ts";
import { isOurs } from "../../../provider/process/process-end.ts";

test("an error of this package ends the process", () => {
  expect(isOurs(new HostingError("bug", "It broke."))).toBe(true);
  expect(isOurs(new Error("thrown in a file of this package"))).toBe(true);
});

test("an error of another provider in the process does not", () => {
  const foreign = new Error("a promise that nobody awaits");
  foreign.stack = "Error: a promise that nobody awaits\n    at save (/app/other-provider.js:3:9)";
  expect(isOurs(foreign)).toBe(false);
  expect(isOurs("a text")).toBe(false);
});

test("nor does one of a package that is installed inside of this one", () => {
  const sdk = createRequire(import.meta.url).resolve("@pulumi/pulumi");
  const foreign = new Error("a resource failed to register");
  foreign.stack = `Error: a resource failed to register\n    at register (${sdk}:3:9)`;
  expect(isOurs(foreign)).toBe(false);
});

/** The output of a provider process in which nobody awaits a promise that fails. */
function endOf(rejected: string) {
  const url = (file: string) => JSON.stringify(new URL(`../../../${file}`, import.meta.url).href);
  const program = `
import { watchedShutdown } from ${url("provider/process/process-end.ts")};
import { HostingError } from ${url("provider/errors.ts")};
watchedShutdown(() => undefined);
const foreign = Object.assign(new Error("theirs"), { stack: "Error: theirs\\n    at save (/app/other.js:3:9)" });
Promise.reject(${rejected});
setTimeout(() => { console.log("it goes on"); process.exit(); }, 300);`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
    encoding: "utf8",
  });
  return { stdout: stdout.trim(), stderr: stderr.trim() };
}

test("a promise of another provider that fails cuts nothing of ours", () => {
  expect(endOf("foreign")).toEqual({ stdout: "it goes on", stderr: "" });
});

test("one of ours ends the process with a message", () => {
  const { stdout, stderr } = endOf('new HostingError("bug", "It broke.")');
  expect(stdout).toBe("");
  expect(stderr).toContain("pulumi-hosting ends because of an internal error");
});
