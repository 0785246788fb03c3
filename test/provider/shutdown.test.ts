import { describe, expect, test } from "vitest";
import { Shutdown, unlessStopped } from "../../provider/shutdown.ts";
import { errorOf } from "../support/session.ts";

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

describe("a wait", () => {
  test("ends with what it waits for", async () => {
    const { signal } = new AbortController();
    expect(await unlessStopped(signal, Promise.resolve(1), "it")).toBe(1);
    const failing = unlessStopped(signal, Promise.reject(new Error("no")), "it");
    await expect(failing).rejects.toThrow("no");
  });

  test.each(["before", "while"])("is stopped when the process ends %s it runs", async (when) => {
    const controller = new AbortController();
    if (when === "before") controller.abort();
    const wait = unlessStopped(controller.signal, new Promise(() => {}), 'volume "data"');
    controller.abort();
    const error = await errorOf(() => wait);
    expect(error).toMatchObject({
      code: "unsent",
      message:
        'volume "data" was stopped: the run was interrupted. Nothing more was sent; run `pulumi up` again to go on.',
    });
  });
});
