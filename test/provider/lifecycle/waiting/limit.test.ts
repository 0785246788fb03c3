import { expect, test } from "vitest";
import { HostingError } from "../../../../provider/errors.ts";
import { within } from "../../../../provider/lifecycle/waiting/limit.ts";
import { FakeClock } from "../../http/fake-clock.ts";

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
