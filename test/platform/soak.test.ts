import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { servePlatform } from "../../platform/index.ts";
import { fuzz } from "./soak/fuzz.ts";
import { killedDuringWrites } from "./soak/kills.ts";
import { newWorld, temporaryDirectory } from "./support.ts";

test("10,000 mutated requests: no 5xx, no hang, every refusal is JSON, every list can be read", async () => {
  const { platform } = newWorld();
  const server = await servePlatform(platform, 0);
  onTestFinished(() => server.close());
  const { url } = server;
  const { statuses, ...rest } = await fuzz({ platform, url }, { seed: 16, requests: 10_000 });
  expect(rest).toEqual({ wrong: [], unreadable: [] });
  // Else the requests are too wrong to find anything.
  for (const status of [200, 201, 204, 404, 405, 409, 413, 422]) {
    expect(statuses[status], `answers ${status}`).toBeGreaterThan(0);
  }
}, 240_000);

test("ten times kill -9 during 500 writes: what was answered is there", async () => {
  const file = join(temporaryDirectory(), "platform.db");
  for (let seed = 0; seed < 10; seed += 1) {
    const { acknowledged, lost } = await killedDuringWrites(file, seed);
    expect(acknowledged).toBeGreaterThanOrEqual(50);
    expect(acknowledged).toBeLessThan(500);
    expect(lost).toEqual([]);
  }
}, 240_000);
