import {
  chmodSync,
  chownSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openPlatform } from "../../../platform/index.ts";
import { openCreatesIn, stoppedMachinesIn } from "../../../provider/connection/open-creates.ts";
import { stateDirectory, statePath } from "../../../provider/connection/state-directory.ts";
import { openJournal } from "../../../provider/coordination/file/open-journal.ts";
import { requireOwn } from "../../../sqlite/directory.ts";

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

/** A directory of another user, which only root can make. */
function foreign(): string {
  if (process.getuid?.() !== 0) return "/usr";
  const directory = temporary();
  chownSync(directory, 65_534, 65_534);
  return directory;
}

function temporary(): string {
  const directory = mkdtempSync(join(tmpdir(), "state-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return directory;
}

test.skipIf(process.platform === "win32")(
  "a directory of another user, also by a link, or one that others write to, is not the user's own",
  () => {
    const directory = temporary();
    expect(() => requireOwn(directory)).not.toThrow();
    expect(() => requireOwn(foreign())).toThrow("belongs to another user");
    const link = join(directory, "link");
    symlinkSync(foreign(), link);
    expect(() => requireOwn(link)).toThrow("belongs to another user");
    for (const mode of [0o770, 0o777, 0o1777, 0o722]) {
      chmodSync(directory, mode);
      expect(() => requireOwn(directory)).toThrow(`others may write to ${directory}`);
    }
    chmodSync(directory, 0o755);
    expect(() => requireOwn(directory)).not.toThrow();
  },
);

test.skipIf(process.platform === "win32")(
  "nothing is read from a directory that others write to, and nothing is written",
  async () => {
    const home = temporary();
    const directory = stateDirectory({ XDG_STATE_HOME: home });
    const file = join(directory, "intents.db");
    writeFileSync(file, "planted");
    chmodSync(directory, 0o777);
    const refusal = `others may write to ${directory}`;
    expect(() => stateDirectory({ XDG_STATE_HOME: home })).toThrow(refusal);
    expect(() => openCreatesIn(file, 0)).toThrow(refusal);
    expect(() => stoppedMachinesIn(file)).toThrow(refusal);
    const said: string[] = [];
    const options = { file, world: "w", directory: "/app", clock: { now: () => 0 } };
    const journal = openJournal({ ...options, warn: (text) => void said.push(text) });
    onTestFinished(() => journal.close());
    expect(await journal.find("token", Infinity)).toBeUndefined();
    expect(said).toEqual([expect.stringContaining(refusal)]);
    expect(readFileSync(file, "utf8")).toBe("planted");
  },
);
