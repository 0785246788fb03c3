import { describe, expect, test } from "vitest";
import { HostingError } from "../../../../provider/errors.ts";
import { Progress } from "../../../../provider/lifecycle/operation/progress.ts";
import {
  intervalAfter,
  SharedPolls,
  WaitTimes,
} from "../../../../provider/lifecycle/operation/shared-polls.ts";
import { FakeClock } from "../../http/fake-clock.ts";

type Poll = Parameters<SharedPolls["next"]>[1];

function world() {
  const clock = new FakeClock();
  const progress = new Progress();
  const polls = new SharedPolls(clock, progress);
  const start = clock.now();
  const said: string[] = [];
  /** Waits once; gives the second in which it may look. */
  const wait = async (interval: number, more: Partial<Poll> = {}, group = "containers") => {
    progress.begin({ show: (text) => void said.push(text) }, "waits for an address", start);
    const at = await polls.next(group, {
      interval,
      deadline: start + 600_000,
      late: () => new HostingError("timeout", "the time is over"),
      ...more,
    });
    return (at - start) / 1000;
  };
  return { clock, wait, said, start };
}

test("looks of one wait become rarer, down to one in ten seconds", () => {
  const seconds = Array.from({ length: 8 }, (_none, looks) => intervalAfter(looks) / 1000);
  expect(seconds).toEqual([2, 3, 5, 8, 10, 10, 10, 10]);
});

describe("the usual time of a wait", () => {
  const [kind, operation] = ["container", "create"] as const;
  const times = (...waits: readonly (readonly [missedAt: number, seenAt: number])[]) => {
    const known = new WaitTimes();
    for (const [missedAt, seenAt] of waits) known.learn(kind, operation, { missedAt, seenAt });
    return known;
  };

  test("is known once one has ended, for its kind and operation alone", () => {
    const known = times([28_000, 38_000]);
    expect(known.usual(kind, operation)).toBe(33_000);
    expect(known.usual(kind, "delete")).toBeUndefined();
    expect(known.usual("instance", operation)).toBeUndefined();
  });

  const waits = { first: [28_000, 38_000], later: [30_000, 33_000], soon: [0, 10_000] } as const;
  test.each([
    ["is narrowed by later looks", waits.later, 31_500],
    ["is that of the soonest", waits.soon, 5_000],
    ["is not that of one that took longer", [50_000, 60_000], 33_000],
  ] as const)("%s", (_what, second, usual) => {
    expect(times(waits.first, second).usual(kind, operation)).toBe(usual);
  });
});

describe("looks that are shared", () => {
  test("happen when the first one wants to look, for all", async () => {
    const { clock, wait } = world();
    const seconds = await clock.during(Promise.all([wait(8000), wait(3000), wait(5000)]));
    expect(seconds).toEqual([3, 3, 3]);
  });

  test("come earlier for somebody who joins later", async () => {
    const { clock, wait, start } = world();
    const first = wait(8000);
    await clock.runUntil(start + 1000);
    const second = wait(2000);
    expect(await clock.during(Promise.all([first, second]))).toEqual([3, 3]);
  });

  test("are two seconds apart at least", async () => {
    const { clock, wait } = world();
    const first = wait(2000);
    const second = first.then(() => wait(10));
    expect(await clock.during(Promise.all([first, second]))).toEqual([2, 4]);
  });

  test("are apart from those of another group", async () => {
    const { clock, wait } = world();
    const both = [wait(8000), wait(3000, {}, "volumes")];
    expect(await clock.during(Promise.all(both))).toEqual([8, 3]);
  });
});

describe("who waits", () => {
  test("looks once more before the time is over, and then fails", async () => {
    const { clock, wait, start } = world();
    const deadline = start + 10_000;
    expect(await clock.during(wait(60_000, { deadline }))).toBe(8);
    await expect(clock.during(wait(60_000, { deadline }))).rejects.toThrow("the time is over");
    expect(clock.now()).toBe(deadline);
  });

  test("leaves alone when its own time is over", async () => {
    const { clock, wait, start } = world();
    const first = wait(2000);
    // Nothing is left of its time after the look it shares.
    const short = first.then(() => wait(5000, { deadline: start + 2500 }));
    const long = first.then(() => wait(5000));
    const outcomes = await clock.during(Promise.allSettled([short, long]));
    expect(outcomes).toMatchObject([{ status: "rejected" }, { status: "fulfilled", value: 7 }]);
  });

  test("is reported between looks as well", async () => {
    const { clock, wait, said } = world();
    await clock.during(wait(40_000));
    expect(said).toEqual([
      "waits for an address, 15 s so far",
      "waits for an address, 30 s so far",
    ]);
  });
});
