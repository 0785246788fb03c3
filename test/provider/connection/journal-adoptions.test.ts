import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { SqliteJournal } from "../../../provider/journal/sqlite-journal.ts";
import { intent, journalOfTest, place } from "./journal-of-test.ts";

const { clock, file, open, time } = journalOfTest();

describe("a journal of adoptions", () => {
  test("takes the adoptions of a version that noted no runs for stored", () => {
    const old = new DatabaseSync(file());
    old.exec(`CREATE TABLE adoptions (
      world TEXT NOT NULL, type TEXT NOT NULL, id TEXT NOT NULL, declaration TEXT NOT NULL,
      subject TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (world, type, id)) STRICT;
      INSERT INTO adoptions VALUES ('embedded:1', 'storage:Volume', 'vol_1', 'd1', 's', ${time.now})`);
    old.close();
    const adopter = open().adoptersOf({ type: "storage:Volume", id: "vol_1" }, "stack")[0];
    expect(adopter).toMatchObject({ declaration: "d1", isOpen: false });
  });

  test("keeps what each stack adopted, also where a version let one take the place of another", () => {
    const old = new DatabaseSync(file());
    old.exec(`CREATE TABLE adoptions (
      world TEXT NOT NULL, type TEXT NOT NULL, id TEXT NOT NULL, declaration TEXT NOT NULL,
      subject TEXT NOT NULL, at INTEGER NOT NULL, run TEXT, stored INTEGER NOT NULL DEFAULT 1,
      adopted_at INTEGER, stack TEXT, PRIMARY KEY (world, type, id)) STRICT;
      INSERT INTO adoptions VALUES ('embedded:1', 'storage:Volume', 'vol_1', 'd1', 's', ${time.now}, 'run', 1, 7, 'prod');
      PRAGMA user_version = 5`);
    old.close();
    const object = { type: "storage:Volume", id: "vol_1" };
    const of = (adoptedAt: number) => ({ declaration: `d${adoptedAt}`, subject: "s", adoptedAt });
    open().adopted({ ...object, ...of(9), stack: "dev", isStored: false });
    open().adopted({ ...object, ...of(8), stack: "test", isStored: true });
    const known = open().adoptersOf(object, "dev");
    expect(known.map(({ stack, adoptedAt }) => [stack, adoptedAt])).toEqual([
      ["dev", 9],
      ["test", 8],
      ["prod", 7],
    ]);
    // As that version reads it, which takes the first row.
    const older = new DatabaseSync(file());
    const sql = "SELECT stack FROM adoptions WHERE world = ? AND type = ? AND id = ?";
    const row = older.prepare(sql).get("embedded:1", object.type, object.id);
    older.close();
    expect(row).toEqual({ stack: "dev" });
  });

  test("knows of an adoption by an earlier run whether the engine has stored it", () => {
    const object = { type: "storage:Volume", id: "vol_1" };
    const adoption = { ...object, declaration: "d1", subject: 'volume "data"', isStored: false };
    const nextRun = () =>
      new SqliteJournal({ file: file(), world: "embedded:1", ...place, run: "run 2", clock });
    const journal = open();
    journal.adopted(adoption);
    expect(
      [open(), nextRun()].map((known) => known.adoptersOf(object, "stack")[0]?.isOpen),
    ).toEqual([false, true]);
    nextRun().adoptionStored({ ...adoption, declaration: "d2" });
    expect(nextRun().adoptersOf(object, "stack")[0]?.isOpen).toBe(true);
    nextRun().adoptionStored(adoption);
    expect(nextRun().adoptersOf(object, "stack")[0]?.isOpen).toBe(false);
    journal.adopted(adoption);
    expect(nextRun().adoptersOf(object, "stack")[0]?.isOpen).toBe(true);
    journal.handedOver();
    expect(nextRun().adoptersOf(object, "stack")[0]?.isOpen).toBe(false);
  });

  test("forgets what a killed run made once another declaration is known to have adopted it", () => {
    const object = { type: "storage:Volume", id: "vol_1" };
    const adoption = { ...object, declaration: "d2", subject: 'volume "new"', isStored: false };
    const journal = open();
    journal.made({ ...intent, type: object.type }, "vol_1");
    journal.made({ ...intent, token: "t2", type: "storage:Bucket" }, "vol_1");
    const next = open();
    next.adopted(adoption);
    expect(next.find("t1")?.id).toBe("vol_1");
    next.handedOver();
    expect(next.find("t1")).toBeUndefined();
    expect(next.find("t2")?.id).toBe("vol_1");
    journal.made({ ...intent, type: object.type }, "vol_1");
    next.adopted(adoption);
    next.adoptionStored(adoption);
    expect(next.find("t1")).toBeUndefined();
  });

  test("takes no adoption of what had the id before for one of what a killed run made since", () => {
    const object = { type: "monitoring:AlertRule", id: "load" };
    open().adopted({ ...object, declaration: "d1", subject: "s", isStored: true });
    time.now += 60_000;
    const killed = open();
    killed.sent({ ...intent, type: object.type });
    time.now += 1_000;
    killed.made({ ...intent, type: object.type }, object.id);
    const next = open();
    next.handedOver();
    expect(next.find("t1")?.id).toBe("load");
    expect(next.adoptersOf(object, "stack")[0]).toBeUndefined();
  });

  test("keeps an adoption that was noted while the create was under way", () => {
    const object = { type: "storage:Bucket", id: "logs" };
    const journal = open();
    journal.sent({ ...intent, type: object.type });
    time.now += 1_000;
    open().adopted({ ...object, declaration: "d2", subject: "s", isStored: true });
    journal.made({ ...intent, type: object.type }, object.id);
    expect(open().adoptersOf(object, "stack")[0]?.declaration).toBe("d2");
  });
});
