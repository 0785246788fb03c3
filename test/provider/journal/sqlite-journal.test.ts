import { copyFileSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { processesHere } from "../../../provider/connection/journal-file.ts";
import { SqliteJournal } from "../../../provider/journal/sqlite-journal.ts";
import { errorOf } from "../../support/session.ts";
import { intent, journalOfTest, place } from "./journal-of-test.ts";

const other = { token: "t2", declaration: "d1", subject: 'volume "data"', stack: "s1" };
const day = 24 * 60 * 60_000;
const { clock, directory, file, open, time } = journalOfTest();

describe("the times of a create", () => {
  /** What a process whose own clock is off by so much reads of a create that another one sent. */
  function readBy(off: number) {
    const ownClock = { now: () => time.now + off };
    return new SqliteJournal({ file: file(), world: "embedded:1", ...place, clock, ownClock });
  }

  test.each([0, -3_600_000, 5_000])("are in the reader's own, which is off by %i ms", (off) => {
    open().sent(intent);
    time.now += 20_000;
    const own = time.now + off;
    expect(readBy(off).find("t1")).toMatchObject({ at: own - 20_000, settlesAt: own + 70_000 });
  });

  test("and that by which a doubt is named is the same for all of them", () => {
    open().sent(intent);
    const noted = time.now;
    time.now += 20_000;
    const named = [0, 0.4, -3_600_000].map((off) => readBy(off).find("t1")?.notedAt);
    expect(named).toEqual([noted, noted, noted]);
  });

  test("are never to come, also where the machine's clock was set back by hours", () => {
    open().sent(intent);
    time.now -= 7_200_000;
    expect(open().find("t1")).toMatchObject({ at: time.now, settlesAt: time.now + 90_000 });
  });
});

describe("a journal", () => {
  test("remembers a create from its send until the engine has stored it", () => {
    const journal = open();
    expect(journal.find("t1")).toBeUndefined();
    journal.sent(intent);
    const settlesAt = time.now + 90_000;
    const { stack: _stack, ...named } = intent;
    const sent = {
      ...named,
      at: time.now,
      settlesAt,
      id: undefined,
      notedAt: time.now,
      isStored: false,
      elsewhere: undefined,
      mayBeTaken: false,
    };
    expect(open().find("t1")).toEqual(sent);
    journal.made(intent, "vol_1");
    expect(open().find("t1")).toEqual({ ...sent, id: "vol_1" });
    const next = open();
    next.stored("t1", "vol_2");
    expect(next.find("t1")?.id).toBe("vol_1");
    next.stored("t1", "vol_1");
    expect(open().find("t1")).toBeUndefined();
  });

  test("keeps what has the same id in another world", () => {
    open("embedded:2").made(intent, "vol_1");
    const journal = open("embedded:1");
    journal.made(other, "vol_1");
    journal.stored("t2", "vol_1");
    expect([journal.find("t1")?.id, journal.find("t2")?.id]).toEqual(["vol_1", undefined]);
  });

  test("keeps what was made under a name that an older object in the state has as well", () => {
    const journal = open();
    journal.made(intent, "web");
    journal.stored("t2", "web");
    expect(journal.find("t1")?.id).toBe("web");
  });

  test("keeps what may be newer than the state that has its id, until its run ends or that is certain", () => {
    const killed = open();
    killed.made({ ...intent, isSameId: true }, "web");
    const next = open();
    next.stored("t1", "web", true);
    expect(next.find("t1")?.id).toBe("web");
    next.stored("t1", "web");
    expect(next.find("t1")).toBeUndefined();
    next.made({ ...other, isSameId: true }, "job");
    next.handedOver();
    next.stored("t2", "job", true);
    expect(next.find("t2")).toBeUndefined();
  });

  test("names what a killed process left open in a stack, once it cannot be under way any more", () => {
    const killed = open();
    killed.made(intent, "vol_1");
    open().sent({ ...other, stack: "s2" });
    const journal = open();
    time.now += 120_000;
    expect(journal.leftOpen("s1")).toEqual([]);
    time.now += 1;
    expect(killed.leftOpen("s1")).toEqual([]);
    expect(journal.leftOpen("s1")).toMatchObject([
      { token: "t1", id: "vol_1", at: time.now - 120_001 },
    ]);
    expect(open("embedded:2").leftOpen("s1")).toEqual([]);
  });

  describe("of a process that notes a create", () => {
    /** A process by its number, for which those that run are known. */
    const process = (pid: number, running: readonly number[] = [pid], machine = "host boot ns") =>
      new SqliteJournal({
        ...{ file: file(), world: "embedded:1", ...place, clock },
        processes: { machine, pid, isRunning: (one) => running.includes(one) },
      });

    test("names at once what it left open once it has ended", () => {
      process(7).made(intent, "vol_1");
      expect(process(8, [8]).leftOpen("s1")).toMatchObject([{ token: "t1", id: "vol_1" }]);
    });

    test.each([
      ["while it runs", () => process(8, [7, 8])],
      ["in a container with other numbers", () => process(8, [8], "host boot ns2")],
      ["after a start of the machine", () => process(8, [8], "host boot2 ns")],
    ])("waits until it cannot be under way %s", (_when, reader) => {
      process(7).sent(intent);
      expect(reader().leftOpen("s1")).toEqual([]);
      time.now += 120_001;
      expect(reader().leftOpen("s1")).toMatchObject([{ token: "t1", id: undefined }]);
    });

    test("waits as long for one of a version that noted no process", () => {
      process(7).sent(intent);
      const old = new DatabaseSync(file());
      old.exec("UPDATE creates SET owner = 'd6c3a1a0-0000-4000-8000-000000000000'");
      old.close();
      expect(process(8, [8]).leftOpen("s1")).toEqual([]);
      time.now += 120_001;
      expect(process(8, [8]).leftOpen("s1")).toMatchObject([{ token: "t1" }]);
    });

    test("names nothing that the end of a run settles which took it up", () => {
      const object = { type: "storage:Volume", id: "vol_1" };
      process(7).made({ ...intent, type: object.type }, object.id);
      const next = process(8, [8]);
      next.told({ ...object, type: "storage:Bucket" });
      next.handedOver();
      expect(process(9, [9]).leftOpen("s1")).toMatchObject([{ token: "t1" }]);
      next.told(object);
      expect(process(9, [9]).leftOpen("s1")).toMatchObject([{ token: "t1" }]);
      next.handedOver();
      expect(process(9, [9]).leftOpen("s1")).toEqual([]);
    });

    test("knows this one to run, and none by a number that no machine gives", () => {
      const here = processesHere();
      expect(here.isRunning(here.pid)).toBe(true);
      expect(here.isRunning(2 ** 30)).toBe(false);
      expect(processesHere().machine).toBe(here.machine);
    });
  });

  test("tells what was made for other declarations of a stack until the engine has it", () => {
    const journal = open();
    const mine = { ...intent, type: "network:FloatingIp" };
    const theirs = { ...mine, ...other, declaration: "d2" };
    journal.made(mine, "fip_1");
    expect(open().madeForOthers(theirs)).toEqual(["fip_1"]);
    expect(open().madeForOthers(mine)).toEqual([]);
    expect(open().madeForOthers({ ...theirs, type: "storage:Volume" })).toEqual([]);
    expect(open().madeForOthers({ ...theirs, stack: "s2" })).toEqual([]);
    expect(open("embedded:2").madeForOthers(theirs)).toEqual([]);
    journal.handedOver();
    expect(open().madeForOthers(theirs)).toEqual([]);
  });

  test("names nothing whose outcome the engine has, and still finds it", () => {
    const journal = open();
    journal.made(intent, "vol_1");
    journal.handedOver();
    time.now += 200_000;
    expect(open().leftOpen("s1")).toEqual([]);
    expect(open().find("t1")?.id).toBe("vol_1");
  });

  test("that cannot be brought up to date is left unlocked for others", () => {
    const other = new DatabaseSync(file(), { timeout: 0 });
    other.exec("CREATE VIEW creates AS SELECT 1 AS token");
    expect(() => open()).toThrow("Cannot add a column to a view");
    expect(() => other.exec("BEGIN IMMEDIATE; COMMIT")).not.toThrow();
    other.close();
  });

  test("goes on with the file of a version that noted no stacks", () => {
    const old = new DatabaseSync(file());
    old.exec(`CREATE TABLE creates (
      token TEXT PRIMARY KEY, declaration TEXT NOT NULL, subject TEXT NOT NULL, world TEXT NOT NULL,
      owner TEXT NOT NULL, directory TEXT NOT NULL, at INTEGER NOT NULL, id TEXT) STRICT;
      INSERT INTO creates VALUES ('t1', 'd1', 's', 'embedded:1', 'o', '/app', ${time.now}, 'vol_1')`);
    old.close();
    const journal = open();
    journal.sent(other);
    time.now += 200_000;
    expect(open().leftOpen("s1")).toMatchObject([{ token: "t2" }]);
    expect(open().find("t1")?.id).toBe("vol_1");
  });

  test("takes the deletions of a version that noted no end for open", () => {
    const old = new DatabaseSync(file());
    old.exec(`CREATE TABLE deletions (world TEXT NOT NULL, type TEXT NOT NULL, id TEXT NOT NULL,
      at INTEGER NOT NULL, PRIMARY KEY (world, type, id)) STRICT;
      INSERT INTO deletions VALUES ('embedded:1', 'container', 'web', ${time.now});
      PRAGMA user_version = 1`);
    old.close();
    const deletion = open().deletionOf({ type: "container", id: "web" });
    expect(deletion).toEqual({ isDone: false, isRecent: true });
  });

  test("names the other open creates of a declaration", () => {
    const journal = open();
    journal.made(other, "vol_2");
    expect(journal.others(intent)).toMatchObject([
      { token: "t2", subject: other.subject, id: "vol_2" },
    ]);
    expect(journal.others(other)).toEqual([]);
    // The engine's `--replace` asks for a create without a comparison, which would have closed it.
    journal.handedOver();
    expect(journal.others(intent)).toEqual([]);
  });

  test("lets one run at a time send a create, and a run send its own again", async () => {
    const journal = open();
    journal.sent(intent);
    journal.sent(intent);
    const error = await errorOf(async () => open().sent(intent));
    expect(error.code).toBe("unsent");
    expect(error.message).toContain('volume "data" was not created: another run on this machine');
    journal.drop("t1");
    open().sent(intent);
  });

  test("names the directory of a program that is not this one, until this one has the object", () => {
    open().sent(intent);
    const copy = new SqliteJournal({
      file: file(),
      world: "embedded:1",
      ...{ directory: "/copy", run: "run 1", clock },
    });
    expect(copy.find("t1")?.elsewhere).toBe("/app");
    expect(copy.others(other)).toEqual([]);
    expect(open().find("t1")?.elsewhere).toBeUndefined();
    copy.made(intent, "vol_1");
    expect(copy.find("t1")?.elsewhere).toBeUndefined();
  });

  test("forgets after thirty days", () => {
    open().sent(intent);
    time.now += 30 * day;
    expect(open().find("t1")).toBeDefined();
    time.now += 1;
    expect(open().find("t1")).toBeUndefined();
  });

  test("knows for ten minutes which objects had a name, until another one has it", () => {
    const web = { kind: "container", name: "web" } as const;
    const journal = open();
    journal.nameFreed(web, "web");
    journal.nameFreed({ kind: "instance", name: "web" }, "inst_1");
    journal.nameFreed({ kind: "instance", name: "web" }, "inst_1");
    journal.nameFreed({ kind: "instance", name: "web" }, "inst_2");
    expect(open().freedFrom({ kind: "instance", name: "web" })).toEqual(["inst_1", "inst_2"]);
    expect(open("embedded:2").freedFrom(web)).toEqual([]);
    journal.nameUsed(web);
    expect(open().freedFrom(web)).toEqual([]);
    time.now += 600_001;
    expect(journal.freedFrom({ kind: "instance", name: "web" })).toEqual([]);
  });

  test("knows whether a deletion was carried out, and whether it is one of the last minutes", () => {
    const object = { type: "compute:PortForward", id: "web/tcp/20001" };
    const journal = open();
    expect(journal.deletionOf(object)).toBeUndefined();
    journal.deletionBegan(object);
    expect(open().deletionOf(object)).toEqual({ isDone: false, isRecent: true });
    expect(open("embedded:2").deletionOf(object)).toBeUndefined();
    journal.deletionDone(object);
    expect(open().deletionOf(object)).toEqual({ isDone: true, isRecent: true });
    time.now += 600_001;
    expect(open().deletionOf(object)).toEqual({ isDone: true, isRecent: false });
    journal.deletionBegan(object);
    expect(open().deletionOf(object)).toEqual({ isDone: false, isRecent: true });
    journal.dropDeletion(object);
    expect(open().deletionOf(object)).toBeUndefined();
  });

  test("knows what another process of the same run made, and neither its own nor another run's", () => {
    const object = { type: "compute:PortForward", id: "web/tcp/20001" };
    const own = open();
    own.made({ ...intent, type: object.type }, object.id);
    const { declaration, subject } = intent;
    expect(open().makerElsewhere(object)).toEqual({ declaration, subject });
    expect(own.makerElsewhere(object)).toBeUndefined();
    expect(open().makerElsewhere({ ...object, type: "storage:Bucket" })).toBeUndefined();
    const options = { file: file(), world: "embedded:1", ...place, clock };
    expect(new SqliteJournal({ ...options, run: "run 2" }).makerElsewhere(object)).toBeUndefined();
  });

  test("forgets what a killed run made once another one has its id", () => {
    const journal = open();
    const forward = { ...intent, type: "compute:PortForward" };
    journal.made(forward, "web/tcp/20001");
    journal.made({ ...forward, token: "t2", type: "storage:Bucket" }, "web/tcp/20001");
    open("embedded:2").made({ ...forward, token: "t3" }, "web/tcp/20001");
    journal.made({ ...forward, token: "t4" }, "web/tcp/20001");
    const tokens = ["t1", "t2", "t3", "t4"];
    expect(tokens.filter((token) => journal.find(token) !== undefined)).toEqual(tokens.slice(1));
  });

  test("has no file open once it is closed, nor a log beside it", () => {
    const journal = open();
    journal.sent(intent);
    expect(journal.find("t1")).toBeDefined();
    journal.close();
    expect(readdirSync(directory())).toEqual(["intents.db"]);
  });

  test("is for its user alone", () => {
    open();
    expect(statSync(file()).mode & 0o777).toBe(0o600);
  });
});

test("a log that ends at any byte is read up to its last whole entry: C10 torn-journal", () => {
  const journal = open();
  journal.sent(intent);
  const whole = readFileSync(`${file()}-wal`);
  const torn = join(directory(), "torn.db");
  const findsIn = (length: number) => {
    for (const part of ["", "-wal", "-shm"]) rmSync(torn + part, { force: true });
    copyFileSync(file(), torn);
    writeFileSync(`${torn}-wal`, whole.subarray(0, length));
    const read = new SqliteJournal({ file: torn, world: "embedded:1", ...place, clock });
    const found = read.find("t1");
    read.close();
    return found !== undefined;
  };
  const step = 97;
  const cuts = Array.from({ length: Math.ceil(whole.length / step) }, (_, at) => at * step);
  expect(cuts.filter(findsIn)).toEqual([]);
  expect(findsIn(whole.length)).toBe(true);
});
