import { DatabaseSync } from "node:sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import { defaultAssumptions } from "../../contract/assumptions.ts";
import { openEngine } from "../../platform/engine.ts";
import { openPlatform } from "../../platform/index.ts";
import { newWorld, temporaryDirectory, volumeBody } from "./support.ts";

describe("what makes it fast", () => {
  test("a GET waits for nobody who writes", async () => {
    const { send, file } = newWorld();
    const other = new DatabaseSync(file);
    onTestFinished(() => other.close());
    other.exec("BEGIN IMMEDIATE");
    expect((await send("GET /v1/volumes")).status).toBe(200);
    other.exec("ROLLBACK");
  });

  test("the log of GETs is in the file when the platform is closed", async () => {
    const { platform, send, file } = newWorld();
    await send("GET /v1/volumes");
    platform.close();
    const later = openPlatform({ file });
    onTestFinished(() => later.close());
    expect(later.requests()).toMatchObject([{ seq: 1, path: "/v1/volumes" }]);
  });

  test("writes that arrive together are answered each for itself", async () => {
    const { platform, send } = newWorld();
    const replies = await Promise.all([
      send("POST /v1/volumes", volumeBody()),
      send("POST /v1/volumes", { name: 7 }),
      send("POST /v1/floating-ips", { region: "eu" }),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([201, 422, 201]);
    const { volume, floatingIp } = platform.snapshot();
    expect([volume.length, floatingIp.length]).toEqual([1, 1]);
    expect(
      platform
        .requests()
        .map(({ status }) => status)
        .sort(),
    ).toEqual([201, 201, 422]);
  });

  test("what was read in a transaction that was undone is forgotten", () => {
    const file = `${temporaryDirectory()}/platform.db`;
    const engine = openEngine({ file, assumptions: defaultAssumptions });
    onTestFinished(() => engine.close());
    const { database, settings } = engine;
    const undone = () =>
      database.transaction(() => {
        settings.change({ bootSeconds: 7 });
        throw new Error(`${settings.read().bootSeconds} s`);
      });
    expect(undone).toThrow("7 s");
    expect(settings.read().bootSeconds).toBe(1);
  });
});
