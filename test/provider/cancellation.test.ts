import { describe, expect, test } from "vitest";
import { unlessStopped, within } from "../../provider/clock.ts";
import { HostingError } from "../../provider/errors.ts";
import { errorOf } from "../support/session.ts";
import { FakeClock } from "./http/fake-clock.ts";

function world() {
  const clock = new FakeClock();
  const start = clock.now();
  const late = () => new HostingError("timeout", "late");
  const slow = async (milliseconds: number, end: () => string) => {
    await clock.sleep(milliseconds);
    return end();
  };
  const limited = (work: Promise<string>) =>
    clock.during(within(clock, { deadline: start + 1000, late }, work));
  return { clock, start, slow, limited };
}

test("work within its time comes to what it comes to, and leaves no timer", async () => {
  const { clock, start, slow, limited } = world();
  expect(await limited(slow(999, () => "done"))).toBe("done");
  expect(clock.now()).toBe(start + 999);
});

test("work that fails within its time fails with its own error", async () => {
  const { slow, limited } = world();
  const failing = slow(10, () => {
    throw new Error("no");
  });
  await expect(limited(failing)).rejects.toThrow("no");
});

test("work beyond its time is late, whatever becomes of it", async () => {
  const { slow, limited } = world();
  const failing = slow(2000, () => {
    throw new Error("no");
  });
  await expect(limited(failing)).rejects.toThrow("late");
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
      message: expect.stringMatching(/^volume "data" was stopped.*`pulumi up`/),
    });
  });
});
