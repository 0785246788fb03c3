import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { stateDirectory } from "../../../provider/connection/state-directory.ts";

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
