import { describe, expect, test } from "vitest";
import { systemClock } from "../../provider/clock.ts";

describe("the machine's clock", () => {
  test("tells the time and sleeps", async () => {
    const before = Date.now();
    await systemClock.sleep(0);
    await systemClock.sleep(-5);
    expect(systemClock.now()).toBeGreaterThanOrEqual(before);
  });

  test("stops sleeping when aborted, also through waits longer than a timer", async () => {
    const stop = new AbortController();
    const sleeps = [
      systemClock.sleep(60_000, stop.signal),
      systemClock.sleep(Infinity, stop.signal),
    ];
    stop.abort();
    for (const sleep of sleeps) await expect(sleep).rejects.toThrow();
  });
});
