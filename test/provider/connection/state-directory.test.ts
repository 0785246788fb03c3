import { mkdtempSync, rmSync, statSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
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
