import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { openPlatform } from "../../platform/index.ts";
import { newWorld, sender, temporaryDirectory, volumeBody } from "./support.ts";

const run = promisify(execFile);
const hammer = join(import.meta.dirname, "programs", "hammer.ts");
const Result = z.object({ worldId: z.string(), statuses: z.array(z.int()) });

describe("several processes on one file", () => {
  test("create one platform at the same moment and lose nothing", async () => {
    const file = join(temporaryDirectory(), ".hosting", "platform.db");
    const startAt = String(Date.now() + 1_500);
    const names = ["one", "two", "three", "four", "five"];
    const results = await Promise.all(
      names.map(async (name) => {
        const { stdout } = await run(process.execPath, [hammer, file, name, startAt]);
        return Result.parse(JSON.parse(stdout));
      }),
    );
    const platform = openPlatform({ file });
    const { volume } = platform.snapshot();
    const requests = platform.requests();
    platform.close();
    expect(new Set(results.map(({ worldId }) => worldId))).toEqual(new Set([platform.worldId]));
    expect(results.flatMap(({ statuses }) => statuses)).toEqual(Array(500).fill(201));
    expect(new Set(volume.map(({ name }) => name)).size).toBe(500);
    expect(requests).toHaveLength(500);
  }, 30_000);

  test("see each other's objects, settings, time, faults and keys at once", async () => {
    const { platform: one, file, clock } = newWorld();
    const two = openPlatform({ file, clock });
    const viaTwo = sender(two);
    await sender(one)("POST /v1/volumes", volumeBody());
    expect((await viaTwo("GET /v1/volumes")).body).toHaveLength(1);
    one.clock.advance(5);
    expect(two.clock.now()).toBe(clock.now() + 5_000);
    const { id, key } = one.createKey({ scopes: [], level: "Read" });
    expect((await sender(two, key)("GET /v1/volumes")).status).toBe(200);
    two.revokeKey(id);
    expect((await sender(one, key)("GET /v1/volumes")).status).toBe(401);
    one.faults.add({ status: 500, times: 1 });
    expect((await viaTwo("GET /v1/volumes")).status).toBe(500);
    expect((await sender(one)("GET /v1/volumes")).status).toBe(200);
    one.configure({ routes: "documented" });
    expect((await viaTwo("GET /v1/volumes")).status).toBe(405);
    two.close();
  });
});
