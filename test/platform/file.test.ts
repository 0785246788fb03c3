import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import { openPlatform, type Platform } from "../../platform/index.ts";
import {
  containerBody,
  instanceBody,
  newWorld,
  type Send,
  sender,
  temporaryDirectory,
  volumeBody,
} from "./support.ts";

function execute(file: string, sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

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
    openPlatform({ file: join(directory, "platform.db") }).close();
    expect(readdirSync(directory)).not.toContain(".gitignore");
  });

  test("a .hosting that was there, as of a clone, is kept out of git as well", () => {
    const directory = join(temporaryDirectory(), ".hosting");
    mkdirSync(directory);
    openPlatform({ file: join(directory, "platform.db") }).close();
    expect(readFileSync(join(directory, ".gitignore"), "utf8")).toBe("*\n");
  });

  test("a link to a file is not opened, and its target is not made", () => {
    const directory = temporaryDirectory();
    const [file, target] = [join(directory, "platform.db"), join(directory, "target")];
    symlinkSync(target, file);
    expect(() => openPlatform({ file })).toThrow(`"${file}" was not opened: it is a link`);
    expect(existsSync(target)).toBe(false);
  });

  test("it is the same platform when it is opened again, and another file is another one", async () => {
    const { platform, send, file, clock } = newWorld();
    await send("POST /v1/volumes", volumeBody());
    platform.configure({ mailEnabled: true });
    platform.clock.advance(100);
    const { worldId, rootKey } = platform;
    const before = platform.snapshot();
    platform.close();
    platform.close();
    expect((await send("GET /v1/volumes")).status).toBe(503);
    const again = openPlatform({ file, clock });
    onTestFinished(() => again.close());
    expect(again).toMatchObject({ worldId, rootKey });
    expect(again.snapshot()).toEqual(before);
    expect(again.settings()).toMatchObject({ mailEnabled: true });
    expect(again.clock.now()).toBe(clock.now() + 100_000);
    const other = newWorld().platform;
    expect(other.worldId).not.toBe(worldId);
    expect((await sender(other, rootKey)("GET /v1/volumes")).status).toBe(401);
  });

  test("one of version 0.1.0 is brought up to this one", async () => {
    const file = join(temporaryDirectory(), "platform.db");
    copyFileSync(join(import.meta.dirname, "../fixtures/releases/0.1.0/platform.db"), file);
    for (let opening = 0; opening < 2; opening += 1) {
      const platform = openPlatform({ file });
      onTestFinished(() => platform.close());
      const { container, portForward, volume } = platform.snapshot();
      expect([container.length, portForward.length, volume.length]).toEqual([1, 2, 1 + opening]);
      expect(platform.requests().length).toBeGreaterThan(0);
      expect(platform.info().faults).toBe(0);
      platform.save("before");
      const made = await sender(platform)("POST /v1/volumes", volumeBody(`new-${opening}`));
      expect(made.status).toBe(201);
      await sender(platform)("POST /v1/volumes", volumeBody("dropped"));
      platform.restore("before");
      expect(
        (await sender(platform)("POST /v1/volumes", volumeBody(`new-${opening}`))).body,
      ).toEqual(made.body);
    }
  });

  test.each([
    [1, "it has format 1 of an older pulumi-hosting, and this one reads 7. Delete it for an empty"],
    [99, "it has format 99 of a newer pulumi-hosting, and this one reads 7. Update pulumi-hosting"],
  ])("one of format %d is refused with the way on, and stays as it is", (format, why) => {
    const { file, platform } = newWorld();
    platform.close();
    execute(file, `PRAGMA user_version = ${format}`);
    const before = readFileSync(file);
    const opening = () => openPlatform({ file });
    expect(opening).toThrow(`The platform file "${file}" was not opened: ${why}`);
    expect(readFileSync(file)).toEqual(before);
  });

  test("another program's file is refused and stays as it is; an empty one becomes a platform's", () => {
    const directory = temporaryDirectory();
    const text = join(directory, "notes.db");
    const foreign = join(directory, "foreign.db");
    const empty = join(directory, "empty.db");
    writeFileSync(text, "these are my notes, and they are long enough to be a header".repeat(20));
    execute(foreign, "CREATE TABLE mine (id INTEGER)");
    writeFileSync(empty, "");
    for (const file of [text, foreign]) {
      const before = readFileSync(file);
      expect(() => openPlatform({ file })).toThrow("it was not made by pulumi-hosting");
      expect(readFileSync(file)).toEqual(before);
    }
    openPlatform({ file: empty }).close();
  });

  test("a full disk is answered with 503, and nothing is changed", async () => {
    const { file, platform, send } = newWorld();
    execute(
      file,
      `CREATE TRIGGER full BEFORE INSERT ON objects WHEN (SELECT count(*) FROM objects) > 0
        BEGIN SELECT RAISE(ROLLBACK, 'the disk is full'); END`,
    );
    const replies = ["a", "b", "c"].map((name) => send("POST /v1/volumes", volumeBody(name)));
    const statuses = (await Promise.all(replies)).map(({ status }) => status);
    expect(statuses).toEqual([201, 503, 503]);
    expect(platform.snapshot().volume).toHaveLength(1);
    execute(file, "DROP TRIGGER full");
    expect((await send("POST /v1/volumes", volumeBody("d"))).status).toBe(201);
  });
});

describe("settings", () => {
  test("what is not named stays as it is, and what makes no sense is refused by name", () => {
    const { platform } = newWorld();
    platform.configure({ bootSeconds: 0, assumptions: { "refusals.invalid": 400 } });
    platform.configure({ mailEnabled: true, assumptions: { "refusals.conflict": 418 } });
    const settings = {
      ...{ bootSeconds: 0, mailEnabled: true },
      assumptions: { "refusals.invalid": 400, "refusals.conflict": 418 },
    };
    expect(platform.settings()).toMatchObject(settings);
    for (const [wrong, why] of [
      [{ bootSeconds: -1 }, '"bootSeconds" is not accepted'],
      [{ bootSeconds: 1e308 }, '"bootSeconds" is not accepted'],
      [{ ratePerMinute: 0 }, '"ratePerMinute" is not accepted'],
      [{ pageForm: "tabs" }, '"pageForm" is not accepted'],
      [{ bootSecond: 1 }, '"bootSecond" is not a known field; did you mean bootSeconds?'],
      [
        { assumptions: { "refusals.invalidd": 400 } },
        '"assumptions" is not accepted: "refusals.invalidd" is',
      ],
    ] as const) {
      expect(() => platform.configure(Object(wrong))).toThrow(
        `The platform's settings were not changed: ${why}`,
      );
    }
    expect(platform.settings()).toMatchObject(settings);
  });
});

describe("a seed", () => {
  /** Makes one of each of some kinds and gives what is there then, without secrets. */
  async function fill(platform: Platform, send: Send) {
    await send("POST /v1/instances", instanceBody());
    await send("POST /v1/volumes", volumeBody());
    await send("POST /v1/volumes", { name: "refused" });
    await send("POST /v1/floating-ips", { region: "eu" });
    await send("POST /api/v1/instances", containerBody());
    await send("POST /api/v2/servers", { name: "s", size: "small", network_access: "dedicated" });
    platform.clock.advance(60);
    return platform.snapshot();
  }

  test("gives the same ids, addresses and ports to the same calls, and no secret", async () => {
    const [one, two, other] = [
      newWorld({ seed: "a" }),
      newWorld({ seed: "a" }),
      newWorld({ seed: "b" }),
    ];
    const first = await fill(one.platform, one.send);
    expect(await fill(two.platform, two.send)).toEqual(first);
    const [volume] = (await fill(other.platform, other.send)).volume;
    expect(volume?.["id"]).not.toBe(first.volume[0]?.["id"]);
    const secrets = async ({ platform, send }: typeof one) => {
      const { key } = platform.createKey({ scopes: [], level: "Read" });
      const { body } = await send("POST /api/v1/storage/buckets", { name: "files" });
      const { rootKey, controlToken, worldId } = platform;
      return [
        key,
        Object(body).access_key,
        Object(body).secret_key,
        rootKey,
        controlToken,
        worldId,
      ];
    };
    expect(new Set([...(await secrets(one)), ...(await secrets(two))]).size).toBe(12);
  });

  test("stays with the file, and one that has another is refused", async () => {
    const { platform, file } = newWorld();
    const { seed } = platform;
    expect(seed).toMatch(/^[0-9a-z]{8}$/);
    platform.close();
    expect(() => openPlatform({ file, seed: "b" })).toThrow(
      `its platform has the seed "${seed}", not "b". Leave the seed out, or choose another file.`,
    );
    openPlatform({ file, seed }).close();
  });
});
