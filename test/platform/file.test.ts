import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import { openPlatform } from "../../platform/index.ts";
import {
  certificateBody,
  containerBody,
  newInstance,
  newWorld,
  sender,
  temporaryDirectory,
  volumeBody,
} from "./support.ts";

describe("the file", () => {
  test("only its owner can read it and what SQLite keeps beside it", async () => {
    const { file, send } = newWorld();
    await send("POST /v1/volumes", volumeBody());
    const directory = dirname(file);
    const names = readdirSync(directory);
    expect(names).toContain("platform.db-wal");
    for (const name of names) {
      expect(statSync(join(directory, name)).mode & 0o777, name).toBe(0o600);
    }
    expect(statSync(directory).mode & 0o777).toBe(0o700);
  });

  test("a directory that is made for it is kept out of git, and one that was there is left alone", () => {
    const { file } = newWorld();
    expect(readFileSync(join(dirname(file), ".gitignore"), "utf8")).toBe("*\n");
    const directory = temporaryDirectory();
    const platform = openPlatform({ file: join(directory, "platform.db") });
    platform.close();
    expect(readdirSync(directory)).not.toContain(".gitignore");
  });

  test("one of a newer format is refused and stays as it is", () => {
    const { file, platform } = newWorld();
    platform.close();
    const other = new DatabaseSync(file);
    other.exec("PRAGMA user_version = 99");
    other.close();
    const before = readFileSync(file);
    expect(() => openPlatform({ file })).toThrow(
      `The platform file "${file}" was not opened: it has format 99 of a newer pulumi-hosting`,
    );
    expect(readFileSync(file)).toEqual(before);
  });

  const formerWorld =
    "ALTER TABLE faults DROP COLUMN newest; ALTER TABLE saved_faults DROP COLUMN newest; DROP INDEX port_blocks_of_region; ALTER TABLE port_blocks DROP COLUMN region; ALTER TABLE saved_port_blocks DROP COLUMN region; UPDATE requests SET decided_by = '4.2', response_body = NULL";
  const formerLog =
    "ALTER TABLE requests DROP COLUMN response_body; ALTER TABLE requests RENAME COLUMN decided_by TO spec";
  test.each([
    ["3", `${formerWorld}; ${formerLog}; DROP TABLE private_keys; DROP TABLE carrying`],
    ["4", `${formerWorld}; ${formerLog}`],
    ["5", formerWorld],
  ])("one of format %s is brought up to this one, with what is in it", async (format, undo) => {
    const { file, platform, send } = newWorld();
    const id = await newInstance(send);
    platform.close();
    const other = new DatabaseSync(file);
    other.exec(`${undo}; PRAGMA user_version = ${format}`);
    other.close();
    for (let opening = 0; opening < 2; opening += 1) {
      const again = openPlatform({ file });
      expect(again.snapshot().instance).toMatchObject([{ id }]);
      expect(again.traffic()).toMatchObject({ process: null });
      const [logged] = again.requests();
      expect(logged).toMatchObject({ spec: "4.2", clause: null, notShown: null });
      expect(logged).toMatchObject({ status: 201, responseBody: null });
      again.close();
    }
  });

  test("one of format 5 keeps its hosts for the region that it has", async () => {
    const { file, platform, send } = newWorld();
    platform.configure({ machineRegion: "fra" });
    await send("POST /api/v1/instances", containerBody());
    platform.save("made");
    platform.close();
    const other = new DatabaseSync(file);
    other.exec(`${formerWorld}; PRAGMA user_version = 5`);
    other.close();
    const again = openPlatform({ file });
    onTestFinished(() => again.close());
    const blockOf = async (name: string) =>
      Object((await sender(again)("POST /api/v1/instances", containerBody(name))).body).port_block;
    again.restore("made");
    expect(await blockOf("other")).toMatchObject({ address: "203.0.113.1", first_port: 20_010 });
    again.configure({ machineRegion: "nyc" });
    expect(await blockOf("third")).toMatchObject({ address: "203.0.113.11", first_port: 20_000 });
  });

  test("one of an older format is refused with the way out", () => {
    const { file, platform } = newWorld();
    platform.close();
    const other = new DatabaseSync(file);
    other.exec("PRAGMA user_version = 1");
    other.close();
    const before = readFileSync(file);
    expect(() => openPlatform({ file })).toThrow(
      `The platform file "${file}" was not opened: it has format 1 of an older pulumi-hosting`,
    );
    expect(() => openPlatform({ file })).toThrow("Delete it for a new world");
    expect(readFileSync(file)).toEqual(before);
  });

  test("another program's file is refused and stays as it is", () => {
    const directory = temporaryDirectory();
    const text = join(directory, "notes.db");
    writeFileSync(text, "these are my notes, and they are long enough to be a header".repeat(20));
    const foreign = join(directory, "foreign.db");
    const other = new DatabaseSync(foreign);
    other.exec("CREATE TABLE mine (id INTEGER)");
    other.close();
    for (const file of [text, foreign]) {
      const before = readFileSync(file);
      expect(() => openPlatform({ file })).toThrow("it was not made by pulumi-hosting");
      expect(readFileSync(file)).toEqual(before);
    }
  });

  test("an empty file becomes a world", () => {
    const file = join(temporaryDirectory(), "empty.db");
    writeFileSync(file, "");
    const platform = openPlatform({ file });
    expect(platform.worldId).toMatch(/^world_/);
    platform.close();
  });

  test("a request that breaks off half-way is an answer of 500, and nothing is changed", async () => {
    const { file, send, platform } = newWorld();
    const id = await newInstance(send);
    await send("POST /v1/volumes", volumeBody());
    await send(`POST /v1/instances/${id}/action`, { action: "stop" });
    const other = new DatabaseSync(file);
    // A load balancer without backends, which the deletion of an instance looks through.
    other.exec("UPDATE objects SET kind = 'loadBalancer' WHERE kind = 'volume'");
    other.close();
    const failed = await send(`DELETE /v1/instances/${id}`);
    expect(failed.status).toBe(500);
    expect(failed.body).toEqual({ error: expect.stringContaining("could not handle") });
    expect((await send(`GET /v1/instances/${id}`)).body).toMatchObject({ id, status: "stopped" });
    expect(platform.requests().map(({ status }) => status)).toEqual([201, 201, 200, 500, 200]);
  });
});

describe("an error by which SQLite undoes everything", () => {
  /** Refuses rows as a disk does that is full. */
  function newFullWorld() {
    const world = newWorld();
    const other = new DatabaseSync(world.file);
    for (const table of ["objects", "projects"]) {
      other.exec(`CREATE TRIGGER full_${table} BEFORE INSERT ON ${table}
        WHEN (SELECT count(*) FROM ${table}) > 0
        BEGIN SELECT RAISE(ROLLBACK, 'the disk is full'); END`);
    }
    return { ...world, other };
  }

  test("is the one that is told", async () => {
    const { other, platform, send } = newFullWorld();
    expect(() => platform.createProject("shop")).toThrow("the disk is full");
    const replies = await Promise.all([
      send("POST /v1/volumes", volumeBody("a")),
      send("POST /v1/volumes", volumeBody("b")),
      send("POST /v1/volumes", volumeBody("c")),
    ]);
    for (const { status, body } of replies) {
      expect(status).toBe(503);
      expect(body).toEqual({ error: "the platform did not answer: the disk is full" });
    }
    expect(platform.snapshot().volume).toEqual([]);
    other.exec("DROP TRIGGER full_objects");
    expect((await send("POST /v1/volumes", volumeBody("d"))).status).toBe(201);
    other.close();
  });
});

describe("secrets", () => {
  test("no created key and no private key is in the files", async () => {
    const { file, platform, send } = newWorld();
    const { key } = platform.createKey({ scopes: ["*"], level: "Admin" });
    const body = certificateBody();
    expect((await sender(platform, key)("POST /v1/certificates", body)).status).toBe(201);
    await send("POST /v1/certificates", { ...body, name: 7 });
    const bytes = () =>
      readdirSync(dirname(file))
        .map((name) => readFileSync(join(dirname(file), name), "latin1"))
        .join("");
    const keyText = body.private_key.split("\n")[1];
    const open = bytes();
    platform.close();
    for (const text of [open, bytes()]) {
      expect(text).toContain(platform.rootKey);
      expect(text).not.toContain(key);
      expect(text).not.toContain(keyText);
    }
  });
});
