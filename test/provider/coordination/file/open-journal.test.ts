import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openJournal } from "../../../../provider/coordination/file/open-journal.ts";
import { SqliteJournal } from "../../../../provider/coordination/file/sqlite-journal.ts";
import type { Intent } from "../../../../provider/coordination/journal.ts";
import { errorOf } from "../../../support/session.ts";

const intent: Intent = {
  ...{ token: "t1", declaration: "d1", subject: 'volume "data"', stack: "s1" },
  ...{ type: "volume", sentBy: undefined, isNamed: true },
};
const clock = { now: () => 1_800_000_000_000 };
const place = { world: "embedded:1", directory: "/app", clock };

let directory: string;
let said: string[];
const file = () => join(directory, "intents.db");
const open = (at = file()) => openJournal({ ...place, file: at, warn: (text) => said.push(text) });

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "journal-"));
  said = [];
});
afterEach(() => rmSync(directory, { recursive: true }));

/** Every method, as a run may use it; the journal has the create in the end. */
async function useAll(journal: ReturnType<typeof open>): Promise<void> {
  journal.endWithState({ type: "volume", id: "vol_0" });
  await journal.drop("t0");
  expect(await journal.unsettled("s1")).toEqual([]);
  await journal.sent(intent, Infinity);
  await journal.made(intent, "vol_1");
  expect((await journal.find("t1", Infinity))?.id).toBe("vol_1");
}

describe("a journal that cannot be written is one in memory, with one warning:", () => {
  const damaged = () => {
    new SqliteJournal({ ...place, file: file() }).close();
    writeFileSync(file(), readFileSync(file()).fill(0xff, 100, 2000));
    rmSync(`${file()}-wal`, { force: true });
  };

  test.each<[string, () => string]>([
    [
      "no database",
      () => {
        writeFileSync(file(), "this is not a database, but long enough");
        return file();
      },
    ],
    [
      "damaged",
      () => {
        damaged();
        return file();
      },
    ],
    [
      "a directory",
      () => {
        mkdirSync(file());
        return file();
      },
    ],
    ["where no directory can be made", () => "/proc/no-such-process/intents.db"],
    [
      "below a file",
      () => {
        writeFileSync(join(directory, "home"), "");
        return join(directory, "home", "pulumi-hosting", "intents.db");
      },
    ],
  ])("%s", async (_why, spoil) => {
    const at = spoil();
    await useAll(open(at));
    expect(said).toEqual([expect.stringContaining(`(${at}) cannot be written`)]);
  });

  test("broken in the middle of a run, it keeps the id that an answer has just brought", async () => {
    const journal = open();
    await journal.sent(intent, Infinity);
    const database = new DatabaseSync(file());
    database.exec("DROP TABLE creates");
    database.close();
    await journal.made(intent, "vol_1");
    expect((await journal.find("t1", Infinity))?.id).toBe("vol_1");
    expect(said).toHaveLength(1);
  });
});

describe("a journal that another program has locked", () => {
  /** While the file is locked. */
  async function locked(work: (journal: ReturnType<typeof open>) => unknown) {
    const journal = open();
    await journal.sent(intent, Infinity);
    const holder = new DatabaseSync(file());
    holder.exec("BEGIN EXCLUSIVE");
    try {
      await work(journal);
    } finally {
      holder.close();
    }
    return journal;
  }

  test("stops every create: it may know of it", async () => {
    await locked(async (journal) => {
      const other = { ...intent, token: "t2" };
      await expect(journal.sent(other, Infinity)).rejects.toThrow(
        /^Nothing was sent: another program/,
      );
    });
    expect(said).toEqual([]);
  });

  test("stops no machine for its deletion, and compares as if none were stopped", async () => {
    const machine = { type: "container", id: "web", subject: 'container "web"', stack: "s1" };
    await locked((journal) => {
      expect(() => journal.stopping(machine)).toThrow(/^Nothing was sent: another program/);
      expect(journal.isStopped(machine)).toBe(false);
      journal.endStop(machine);
    });
    expect(said).toEqual([]);
  });

  test("does not lose an answer that came meanwhile: the request is still known to have left", async () => {
    const journal = await locked((it) => it.made(intent, "vol_1"));
    expect(await journal.find("t1", Infinity)).toMatchObject({ token: "t1" });
    expect(said).toEqual([]);
  });
});

test.each([1, 6])(
  "a file of format %i is set aside, with one line that says where",
  async (format) => {
    const old = new DatabaseSync(file());
    old.exec(`CREATE TABLE creates (token TEXT); PRAGMA user_version = ${format}`);
    old.close();
    await useAll(open());
    expect(said).toEqual([expect.stringContaining(`${file()}.old`)]);
    expect(existsSync(`${file()}.old`)).toBe(true);
  },
);

test("another run that creates the same is no fault of the disk", async () => {
  const processes = { machine: "m", isRunning: () => true };
  await new SqliteJournal({ ...place, file: file(), processes: { ...processes, pid: 1 } }).sent(
    intent,
  );
  const journal = open();
  const error = await errorOf(async () => journal.sent(intent, Infinity));
  expect([error.code, said]).toEqual(["unsent", []]);
});

test("nothing is opened before it is used", async () => {
  open(join(directory, "new", "intents.db"));
  expect(existsSync(join(directory, "new"))).toBe(false);
});
