import { mkdtempSync, rmSync, statSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openPlatform } from "../../../platform/index.ts";
import { stateDirectory, statePath } from "../../../provider/connection/state-directory.ts";

test("the state directory is made where the environment says, for its user alone", () => {
  const home = mkdtempSync(join(tmpdir(), "state-"));
  try {
    const directory = stateDirectory({ XDG_STATE_HOME: home });
    expect(directory).toBe(join(home, "pulumi-hosting"));
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    expect(stateDirectory({ LOCALAPPDATA: home })).toBe(directory);
  } finally {
    rmSync(home, { recursive: true });
  }
});

test.each([{ XDG_STATE_HOME: "" }, { XDG_STATE_HOME: "", LOCALAPPDATA: "" }])(
  "%j is as if it was not set: every program of the user shares one directory",
  (env) => {
    expect(statePath(env)).toBe(join(homedir(), ".local", "state", "pulumi-hosting"));
  },
);

/** Node's own recursion never returns there: a level cannot be made though the one above it is there. */
const nowhere = "/proc/no-such-process/home";

test("where nothing can be made there is an error at once", () => {
  expect(() => stateDirectory({ XDG_STATE_HOME: nowhere })).toThrow("no-such-process");
  expect(() => openPlatform({ file: join(nowhere, "platform.db") })).toThrow("no-such-process");
});
