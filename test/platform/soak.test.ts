import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { servePlatform } from "../../platform/index.ts";
import { fuzz } from "./soak/fuzz.ts";
import { killedDuringWrites } from "./soak/kills.ts";
import { newWorld, temporaryDirectory } from "./support.ts";

test("1,500 mutated requests: no 5xx, no hang, every refusal is JSON, every list can be read", async () => {
  const { platform } = newWorld();
  const server = await servePlatform(platform, 0);
  onTestFinished(() => server.close());
  const { url } = server;
  const { statuses, ...rest } = await fuzz({ platform, url }, { seed: 16, requests: 1_500 });
  expect(rest).toEqual({ wrong: [], unreadable: [] });
  // Else the requests are too wrong to find anything.
  for (const status of [200, 201, 204, 404, 405, 409, 413, 422]) {
    expect(statuses[status], `answers ${status}`).toBeGreaterThan(0);
  }
}, 120_000);

test("what was answered is there after kill -9", async () => {
  const file = join(temporaryDirectory(), "platform.db");
  for (const seed of [1, 2]) {
    const { acknowledged, lost } = await killedDuringWrites(file, seed);
    expect(acknowledged).toBeGreaterThanOrEqual(50);
    expect(acknowledged).toBeLessThan(500);
    expect(lost).toEqual([]);
  }
}, 120_000);
