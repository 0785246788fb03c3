import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openJournal } from "../../../provider/connection/open-journal.ts";
import { statePath } from "../../../provider/connection/state-directory.ts";
import { SqliteJournal } from "../../../provider/journal/sqlite-journal.ts";
import { errorOf } from "../../support/session.ts";

const intent = { token: "t1", declaration: "d1", subject: 'volume "data"', stack: "s1" };
const place = {
  world: "embedded:1",
  directory: "/app",
  run: "run",
  clock: { now: () => 1_800_000_000_000 },
};

let directory: string;
let said: string[];
const file = () => join(directory, "intents.db");
const open = (at = file()) => openJournal({ ...place, file: at, warn: (text) => said.push(text) });
const warning = (name: string) =>
  `${name} cannot be used, so what a killed run leaves open will not be found again. Check the rights of the file and its directory. If it is damaged, move it aside and do not delete it: it alone names what earlier runs may have made.`;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "journal-"));
  said = [];
});
afterEach(() => rmSync(directory, { recursive: true }));

describe("a journal that cannot be opened", () => {
  test.each([
    ["it is no database", () => writeFileSync(file(), "this is not a database, but long enough")],
    [
      "it is damaged",
      () => {
        new SqliteJournal({ ...place, file: file() }).close();
        writeFileSync(file(), readFileSync(file()).fill(0xff, 100, 2000));
        rmSync(`${file()}-wal`, { force: true });
      },
    ],
    ["a directory has its name", () => mkdirSync(file())],
  ])("because %s is replaced by one in memory, with one warning", (_why, spoil) => {
    spoil();
    const journal = open();
    journal.sent(intent);
    expect(journal.find("t1")).toBeDefined();
    expect(said).toEqual([warning(file())]);
  });

  test("because no directory can be made is replaced at once", () => {
    const at = "/proc/no-such-process/intents.db";
    open(at).sent(intent);
    expect(said).toEqual([warning(at)]);
  });

  test("because a home cannot be written costs one warning, whatever is asked first", () => {
    writeFileSync(join(directory, "home"), "");
    const inHome = join(statePath({ XDG_STATE_HOME: join(directory, "home") }), "intents.db");
    const journal = open(inHome);
    journal.stored("t0", "vol_0");
    journal.drop("t0");
    journal.sent(intent);
    journal.made(intent, "vol_1");
    expect(journal.find("t1")?.id).toBe("vol_1");
    expect(journal.others({ ...intent, token: "t2" })).toMatchObject([{ token: "t1" }]);
    expect(said).toEqual([warning(inHome)]);
  });
});

describe("a journal that breaks while it is in use", () => {
  /** Every later statement fails, as on a disk that is full or gone. */
  function breakIt() {
    const database = new DatabaseSync(file());
    database.exec("DROP TABLE creates");
    database.close();
  }

  test("keeps the id that an answer has just brought", () => {
    const journal = open();
    journal.sent(intent);
    breakIt();
    journal.made(intent, "vol_1");
    expect(journal.find("t1")?.id).toBe("vol_1");
    expect(said).toEqual([warning(file())]);
  });

  test("still knows that a request has left", () => {
    const journal = open();
    journal.sent(intent);
    breakIt();
    expect(journal.find("t1")).toMatchObject({ token: "t1", id: undefined });
  });

  test("goes on with the names that this process freed, until they are used again", () => {
    const journal = open();
    const web = { kind: "container", name: "web" } as const;
    journal.nameFreed(web, "web");
    const database = new DatabaseSync(file());
    database.exec("DROP TABLE freed");
    database.close();
    journal.nameUsed({ ...web, name: "other" });
    expect(journal.freedFrom(web)).toEqual(["web"]);
    journal.nameUsed(web);
    expect(journal.freedFrom(web)).toEqual([]);
    expect(said).toEqual([warning(file())]);
  });

  test("forgets what is stored or was dropped", () => {
    const journal = open();
    journal.sent(intent);
    journal.made(intent, "vol_1");
    breakIt();
    journal.stored("t1", "vol_1");
    expect(journal.find("t1")).toBeUndefined();
  });
});

test("another run that creates the same is no fault of the disk", async () => {
  new SqliteJournal({ ...place, file: file() }).sent(intent);
  const journal = open();
  const error = await errorOf(async () => journal.sent(intent));
  expect([error.code, said]).toEqual(["unsent", []]);
});

test("nothing is opened before it is used", () => {
  open(join(directory, "new", "intents.db"));
  expect(existsSync(join(directory, "new"))).toBe(false);
});

describe("a journal that another program holds", () => {
  function held(work: (journal: ReturnType<typeof open>) => void) {
    const journal = open();
    journal.sent(intent);
    const holder = new DatabaseSync(file());
    holder.exec("BEGIN EXCLUSIVE");
    try {
      work(journal);
    } finally {
      holder.close();
    }
    return journal;
  }

  test("keeps an answer that comes meanwhile, and is not replaced", () => {
    held((journal) => {
      journal.made(intent, "vol_1");
      expect(journal.find("t1")?.id).toBe("vol_1");
    });
    expect(said).toEqual([]);
  });

  test("keeps that a name was freed meanwhile", () => {
    const web = { kind: "container", name: "web" } as const;
    const journal = held((locked) => locked.nameFreed(web, "web"));
    expect(journal.freedFrom(web)).toEqual(["web"]);
  });

  test("stops a create of which it may know", async () => {
    held((journal) => {
      const other = { ...intent, token: "t2" };
      for (const ask of [() => journal.sent(other)]) {
        expect(ask).toThrow("Nothing was created: another program holds the file");
      }
    });
  });
});
