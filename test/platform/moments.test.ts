import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { openPlatform, servePlatform } from "../../platform/index.ts";
import type { Database } from "../../platform/store/database.ts";
import { openDatabase } from "../../platform/store/open-database.ts";
import { idOf, newWorld, sender, temporaryDirectory, volumeBody } from "./support.ts";

/** Two connections to one file. */
function twoDatabases(): readonly [Database, Database] {
  const file = join(temporaryDirectory(), "platform.db");
  const open = () => openDatabase(file, () => undefined);
  const both = [open(), open()] as const;
  onTestFinished(() => {
    for (const database of both) database.close(() => undefined);
  });
  return both;
}

const countOf = ({ sql }: Database) => Number(sql.get`SELECT count(*) AS n FROM requests`?.["n"]);

function insert(database: Database): void {
  database.transaction(
    () => database.sql.run`INSERT INTO requests (time, method, path, status, total_bytes)
      VALUES (0, 'GET', '/', 200, 1)`,
  );
}

describe("what is read together in one turn of the event loop", () => {
  test("sees one moment, and the next turn sees what others did meanwhile", async () => {
    const [one, two] = twoDatabases();
    const together = () => one.readTogether(() => countOf(one));
    expect(together()).toBe(0);
    insert(two);
    expect(together()).toBe(0);
    await setImmediate();
    expect(together()).toBe(1);
  });

  test.each<{ readonly what: string; look(database: Database): number }>([
    { what: "a read of its own", look: (of) => of.read(() => countOf(of)) },
    { what: "a glance", look: (of) => of.glance(() => countOf(of)) },
    { what: "a change", look: (of) => of.transaction(() => countOf(of)) },
    { what: "the version", look: (of) => (of.version > 0 ? countOf(of) : Number.NaN) },
  ])("is not what $what sees in the same turn", ({ look }) => {
    const [one, two] = twoDatabases();
    one.readTogether(() => countOf(one));
    insert(two);
    expect(look(one)).toBe(1);
  });

  test("is let go by what fails", () => {
    const [one, two] = twoDatabases();
    const failing = () =>
      one.readTogether(() => {
        throw new Error(`there are ${countOf(one)}`);
      });
    expect(failing).toThrow("there are 0");
    insert(two);
    expect(failing).toThrow("there are 1");
  });

  test("keeps nobody from emptying the log of changes, nor the file from being closed", async () => {
    const [one, two] = twoDatabases();
    one.readTogether(() => countOf(one));
    await setImmediate();
    insert(two);
    expect(two.sql.get`PRAGMA wal_checkpoint(TRUNCATE)`).toMatchObject({ busy: 0 });
    one.readTogether(() => countOf(one));
    one.close(() => undefined);
    await setImmediate();
    expect(two.read(() => countOf(two))).toBe(1);
  });
});

test("what one process was answered, the next look at another one's socket sees, however busy that is", async () => {
  const { platform: one, file, clock } = newWorld();
  const two = openPlatform({ file, clock });
  const server = await servePlatform(one, 0);
  onTestFinished(async () => {
    await server.close();
    two.close();
  });
  const headers = { authorization: `Bearer ${one.rootKey}` };
  const look = async () => (await fetch(`${server.url}/v1/volumes`, { headers })).json();
  let isDone = false;
  const others = Array.from({ length: 6 }, async () => {
    while (!isDone) await look();
  });
  const seen: unknown[] = [];
  const make = sender(two);
  for (let made = 0; made < 60; made++) {
    const id = idOf(await make("POST /v1/volumes", volumeBody(`data-${made}`)));
    seen.push(expect.objectContaining({ id }));
    expect(await look()).toEqual(seen);
  }
  isDone = true;
  await Promise.all(others);
});
