import { describe, expect, test } from "vitest";
import { Shutdown } from "../../provider/shutdown.ts";

/** A process whose end is only noted. */
function world() {
  const timers: { milliseconds: number; then: () => void }[] = [];
  let exits = 0;
  const shutdown = new Shutdown({
    after: (milliseconds, then) => void timers.push({ milliseconds, then }),
    exit: () => {
      exits += 1;
    },
  });
  return { shutdown, timers, exits: () => exits };
}

describe("a shutdown", () => {
  test("ends an idle process at once", () => {
    const { shutdown, timers, exits } = world();
    shutdown.begin();
    expect(shutdown.signal.aborted).toBe(true);
    expect(timers.map(({ milliseconds }) => milliseconds)).toEqual([0]);
    timers[0]?.then();
    expect(exits()).toBe(1);
  });

  test("waits for what runs, and lets its answers reach the engine", async () => {
    const { shutdown, timers, exits } = world();
    const request = Promise.withResolvers<string>();
    const operation = shutdown.during(() => request.promise);
    shutdown.begin();
    shutdown.begin();
    expect(timers.map(({ milliseconds }) => milliseconds)).toEqual([4000]);
    request.resolve("vol_1");
    expect(await operation).toBe("vol_1");
    expect(timers.map(({ milliseconds }) => milliseconds)).toEqual([4000, 250]);
    for (const { then } of timers) then();
    expect(exits()).toBe(1);
  });

  test("does not end a process that goes on", async () => {
    const { shutdown, timers } = world();
    await shutdown.during(async () => undefined);
    expect(timers).toEqual([]);
  });
});
