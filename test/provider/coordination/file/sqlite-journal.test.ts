import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { execPath, pid as own } from "node:process";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  isOpenElsewhere,
  OlderFormat,
  SqliteJournal,
} from "../../../../provider/coordination/file/sqlite-journal.ts";
import type { Intent } from "../../../../provider/coordination/journal.ts";
import { errorOf } from "../../../support/session.ts";

const intent: Intent = {
  ...{ token: "t1", declaration: "d1", subject: 'volume "data" (data-1)', stack: "s1" },
  ...{ type: "volume", sentBy: "the key", isNamed: true },
};
const address: Intent = {
  ...intent,
  ...{ token: "t2", declaration: "d2", subject: 'floating IP "web"', type: "floatingIp" },
  isNamed: false,
};
const second = 1_000;
const day = 24 * 60 * 60 * second;

let directory: string;
let now: number;
const clock = { now: () => now };
const file = () => join(directory, "intents.db");

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "journal-"));
  now = 1_800_000_000_000;
});
afterEach(() => rmSync(directory, { recursive: true }));

/** Opens it as one more process does; of processes on one machine this one knows which run. */
function process(pid: number, { running = [pid], machine = "m", world = "embedded:1" } = {}) {
  return new SqliteJournal({
    ...{ file: file(), world, directory: "/app", clock },
    processes: { machine, pid, isRunning: (one) => running.includes(one) },
  });
}

/** Creates that a later run of the stack finds open. */
async function unsettled(stack = "s1", world = "embedded:1") {
  const open = await process(9, { world }).unsettled(stack);
  return open.map(({ token }) => token);
}

describe("a create", () => {
  test("is in the journal from its send until its outcome is known", async () => {
    const journal = process(1);
    expect(await journal.find("t1")).toBeUndefined();
    await journal.sent(intent);
    const { stack: _stack, isNamed: _isNamed, ...named } = intent;
    const times = { notedAt: now, settlesAt: now + 90 * second };
    const sent = { ...named, ...times, id: undefined, isUnderWay: false, hasRunEnded: false };
    expect(await process(2).find("t1")).toEqual(sent);
    await journal.made(intent, "vol_1");
    expect(await process(2).find("t1")).toEqual({ ...sent, id: "vol_1" });
    await journal.drop("t1");
    expect(await process(2).find("t1")).toBeUndefined();
  });

  test.each([
    ["of that id", { type: "volume", id: "vol_1" }, "embedded:1", false],
    ["of another id", { type: "volume", id: "vol_2" }, "embedded:1", true],
    ["of another type", { type: "image", id: "vol_1" }, "embedded:1", true],
    ["on another platform", { type: "volume", id: "vol_1" }, "embedded:2", true],
  ])("that is in a state %s is open: %4$s", async (_which, object, world, isOpen) => {
    await process(1).made(intent, "vol_1");
    process(2, { world }).endWithState(object);
    expect((await process(3).find("t1")) !== undefined).toBe(isOpen);
  });

  test("is settled by the end of its run, but for what has no name: nothing else would find it", async () => {
    const journal = process(1);
    await journal.sent(intent);
    await journal.made(address, "fip_1");
    await journal.made({ ...intent, token: "t4" }, "vol_4");
    await process(2).sent({ ...intent, token: "t3" });
    await journal.endRun();
    expect(await unsettled()).toEqual(["t2", "t3"]);
    process(4).endWithState({ type: "floatingIp", id: "fip_1" });
    expect(await unsettled()).toEqual(["t3"]);
  });

  test("of an object without a name tells whether its run ended in good order", async () => {
    const hasRunEnded = async () => (await process(9).find("t2"))?.hasRunEnded;
    const journal = process(1);
    await journal.made(address, "fip_1");
    expect(await hasRunEnded()).toBe(false);
    await journal.endRun();
    expect(await hasRunEnded()).toBe(true);
    // The next run takes over what the state lacks.
    await process(2).made(address, "fip_1");
    expect(await hasRunEnded()).toBe(false);
  });

  test.each([
    ["its process has ended", { running: [2] }, 0, false],
    ["its process runs", { running: [1, 2] }, 0, true],
    ["its process is another machine's", { running: [2], machine: "n" }, 0, true],
    ["its process ran two minutes ago", { running: [1, 2] }, 120 * second + 1, false],
    ["another machine's clock is two minutes ahead", { machine: "n" }, -120 * second, true],
    ["another machine's clock is a day ahead", { machine: "n" }, -day, false],
  ])("may be under way, where %s: %4$s", async (_where, reader, later, isUnderWay) => {
    await process(1).sent(intent);
    now += later;
    const journal = process(2, reader);
    expect((await journal.find("t1"))?.isUnderWay).toBe(isUnderWay);
    expect(await journal.unsettled("s1")).toHaveLength(isUnderWay ? 0 : 1);
  });

  test("is sent by one process at a time, which may send it again", async () => {
    const journal = process(1);
    await journal.sent(intent);
    expect(await journal.find("t1")).toMatchObject({ isUnderWay: false });
    await journal.sent(intent);
    const error = await errorOf(async () => process(2).sent(intent));
    expect(error).toMatchObject({ code: "unsent" });
    await journal.drop("t1");
    await process(2).sent(intent);
  });

  test("that a killed process left is named to runs of its stack and platform", async () => {
    await process(1).made(intent, "vol_1");
    await process(2).sent({ ...address, stack: "s2" });
    expect(await unsettled()).toEqual(["t1"]);
    expect(await unsettled("s2")).toEqual(["t2"]);
    expect(await unsettled("s1", "embedded:2")).toEqual([]);
  });

  test("of this machine is under way while its process runs, and for two minutes elsewhere", async () => {
    const owned = (pid: number | undefined, machine = hostname()) => `u ${pid} ${machine}`;
    const { pid: ended } = spawnSync(execPath, ["--version"]);
    expect(isOpenElsewhere({ owner: owned(own), at: now }, now)).toBe(true);
    expect(isOpenElsewhere({ owner: owned(ended), at: now }, now)).toBe(false);
    // Another machine's process is not known.
    const elsewhere = { owner: owned(ended, "other"), at: now };
    expect(isOpenElsewhere(elsewhere, now + 120 * second)).toBe(true);
    expect(isOpenElsewhere(elsewhere, now + 121 * second)).toBe(false);
  });

  test("that is noted only once it was made is there with the key that sent it", async () => {
    await process(1).made(intent, "vol_1");
    expect(await process(2).find("t1")).toMatchObject({ id: "vol_1", sentBy: "the key" });
  });

  test.each([
    ["for a year", 365 * day, true],
    ["no longer", 365 * day + 1, false],
    ["also for a run whose clock is a year behind", -365 * day, true],
    ["also for one whose clock is ten years behind", -3650 * day, true],
  ])("is kept %s", async (_howLong, later, isKept) => {
    await process(1).sent(intent);
    now += later;
    process(2).close();
    now -= later;
    expect((await process(3).find("t1")) !== undefined).toBe(isKept);
  });
});

describe("the times of a create", () => {
  test.each([0, -3_600_000, 5_000])(
    "are in the reader's own, which is off by %i ms",
    async (off) => {
      await process(1).sent(intent);
      const notedAt = now;
      now += 20 * second;
      const ownClock = { now: () => now + off };
      const place = { file: file(), world: "embedded:1", directory: "/app" };
      const journal = new SqliteJournal({ ...place, clock, ownClock });
      const times = { notedAt, settlesAt: now + off - 20 * second + 90 * second };
      expect(await journal.find("t1")).toMatchObject(times);
    },
  );

  test("are never to come, also where the machine's clock was set back by hours", async () => {
    await process(1).sent(intent);
    now -= 2 * 60 * 60 * second;
    expect(await process(2).find("t1")).toMatchObject({ settlesAt: now + 90 * second });
  });
});

describe("the file", () => {
  /** The tables of version 0.1.0, with one create that it had sent and one whose outcome a state has. */
  function writeReleased() {
    const old = new DatabaseSync(file());
    old.exec(`CREATE TABLE creates (
      token TEXT PRIMARY KEY, declaration TEXT NOT NULL, subject TEXT NOT NULL, world TEXT NOT NULL,
      owner TEXT NOT NULL, directory TEXT NOT NULL, at INTEGER NOT NULL, id TEXT,
      stack TEXT, handed INTEGER NOT NULL DEFAULT 0, sent_by TEXT, same_id INTEGER NOT NULL DEFAULT 0,
      type TEXT, run TEXT, told INTEGER NOT NULL DEFAULT 0, may_be_taken INTEGER NOT NULL DEFAULT 1) STRICT;
      CREATE TABLE adoptions (world TEXT NOT NULL) STRICT;
      CREATE TABLE deletions (world TEXT NOT NULL) STRICT;
      CREATE TABLE freed (world TEXT NOT NULL) STRICT;
      PRAGMA user_version = 7`);
    const add = old.prepare(`INSERT INTO creates
      (token, declaration, subject, world, owner, directory, at, id, stack, handed, sent_by, type)
      VALUES (?, 'd1', 'volume "data"', 'embedded:1', 'of 1 m', '/app', ?, ?, 's1', ?, 'the key', 'volume')`);
    add.run("t1", now, "vol_1", 0);
    add.run("t2", now, "vol_2", 1);
    old.close();
  }

  test("of version 0.1.0 is read: creates that it left open are taken over", async () => {
    writeReleased();
    expect(await process(2).find("t1")).toMatchObject({ id: "vol_1", sentBy: "the key" });
    expect(await process(2).find("t2")).toBeUndefined();
    expect(await unsettled()).toEqual(["t1"]);
    // A state has the outcome of the other one, which does not keep its declaration from a new create.
    await process(2).sent({ ...intent, token: "t2" });
    expect(await process(3).find("t2")).toMatchObject({ id: undefined });
  });

  test("that this version made can be opened by 0.1.0, which adds the tables that it needs besides", async () => {
    await process(1).sent(intent);
    const older = new DatabaseSync(file());
    expect(older.prepare("PRAGMA user_version").get()).toEqual({ user_version: 0 });
    const names = older.prepare("PRAGMA table_info(creates)").all();
    expect(names.map((column) => column["name"])).toContain("may_be_taken");
    older.close();
  });

  test.each([1, 6])("of format %i is of no release", async (format) => {
    const old = new DatabaseSync(file());
    old.exec(`PRAGMA user_version = ${format}`);
    old.close();
    expect(() => process(1)).toThrow(OlderFormat);
  });

  test("is for its user alone, and has no log beside it once it is closed", async () => {
    const journal = process(1);
    await journal.sent(intent);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    journal.close();
    expect(readdirSync(directory)).toEqual(["intents.db"]);
  });

  test("whose log ends at any byte is read up to its last whole entry: C10 torn-journal", async () => {
    await process(1).sent(intent);
    const whole = readFileSync(`${file()}-wal`);
    const torn = join(directory, "torn.db");
    const findsIn = async (length: number) => {
      for (const part of ["", "-wal", "-shm"]) rmSync(torn + part, { force: true });
      copyFileSync(file(), torn);
      writeFileSync(`${torn}-wal`, whole.subarray(0, length));
      const place = { file: torn, world: "embedded:1", directory: "/app", clock };
      const journal = new SqliteJournal(place);
      const found = await journal.find("t1");
      journal.close();
      return found !== undefined;
    };
    const step = 97;
    const cuts = Array.from({ length: Math.ceil(whole.length / step) }, (_, at) => at * step);
    for (const cut of cuts) expect(await findsIn(cut)).toBe(false);
    expect(await findsIn(whole.length)).toBe(true);
  });
});

describe("a machine that is stopped for its deletion", () => {
  const machine = { type: "container", id: "web", subject: 'container "web"', stack: "s1" };

  test("is noted for later processes, on its platform alone", async () => {
    process(1).stopping(machine);
    process(1).stopping(machine);
    expect(process(2).isStopped(machine)).toBe(true);
    expect(process(2, { world: "embedded:2" }).isStopped(machine)).toBe(false);
    expect(process(2).isStopped({ type: "instance", id: "web" })).toBe(false);
    expect(await unsettled()).toEqual([]);
  });

  test.each<[string, (journal: SqliteJournal) => void]>([
    ["its deletion, or its start, is over", (journal) => journal.endStop(machine)],
    [
      "another one is made under its name",
      (journal) => journal.made({ ...intent, type: "container" }, "web"),
    ],
  ])("is noted no more once %s", async (_end, end) => {
    process(1).stopping(machine);
    end(process(2));
    expect(process(3).isStopped(machine)).toBe(false);
  });

  test("is noted for longer than the run, and not for ever", async () => {
    const journal = process(1);
    journal.stopping(machine);
    await journal.endRun();
    expect(process(2).isStopped(machine)).toBe(true);
    now += 366 * day;
    expect(process(3).isStopped(machine)).toBe(false);
  });

  test("is in a table of its own, in a file of 0.2.0, too, whose rows stay as they are", async () => {
    await process(1).sent(intent);
    const older = new DatabaseSync(file());
    older.exec("DROP TABLE stops");
    const columns = older.prepare("PRAGMA table_info(creates)").all();
    process(1).stopping(machine);
    expect(older.prepare("PRAGMA table_info(creates)").all()).toEqual(columns);
    older.close();
    expect(await process(2).find("t1")).toBeDefined();
    expect(process(2).isStopped(machine)).toBe(true);
  });
});
