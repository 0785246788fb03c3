import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import { SqliteJournal } from "../../../provider/journal/sqlite-journal.ts";

/** A create as the journal is told of it. */
export const intent = { token: "t1", declaration: "d1", subject: 'volume "data"', stack: "s1" };

/** Where each process of these tests runs. */
export const place = { directory: "/app", run: "run 1" };

/** A journal in a directory of its own for each test of a file, with a time that the test may move. */
export function journalOfTest() {
  const made = { directory: "" };
  const time = { now: 0 };
  const clock = { now: () => time.now };
  const file = () => join(made.directory, "intents.db");
  beforeEach(() => {
    made.directory = mkdtempSync(join(tmpdir(), "journal-"));
    time.now = 1_800_000_000_000;
  });
  afterEach(() => rmSync(made.directory, { recursive: true }));
  return {
    time,
    clock,
    file,
    directory: () => made.directory,
    /** Opens it as one more process does. */
    open: (world = "embedded:1") => new SqliteJournal({ file: file(), world, ...place, clock }),
  };
}
