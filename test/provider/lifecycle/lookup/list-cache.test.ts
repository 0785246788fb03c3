import { describe, expect, test } from "vitest";
import type { List } from "../../../../provider/definition/session.ts";
import { HostingError } from "../../../../provider/errors.ts";
import { ListCache, type Want } from "../../../../provider/lifecycle/lists/list-cache.ts";
import { RunMemory } from "../../../../provider/lifecycle/run/run-memory.ts";
import { FakeClock } from "../../http/fake-clock.ts";

const latency = 100;
const late = () => new HostingError("timeout", "the reader's time is over");

function world() {
  const clock = new FakeClock();
  const memory = new RunMemory(clock);
  const lists = new ListCache(clock, memory.writes);
  const loads: number[] = [];
  const start = clock.now();
  const load = async (): Promise<List> => {
    loads.push(clock.now() - start);
    const number = loads.length;
    await clock.sleep(latency);
    return { items: [{ load: number }], isWhole: true };
  };
  /** A reader that wants what was asked for from now on, unless given. */
  const read = (want: Partial<Want> = {}, loader = load) =>
    lists.get(
      "volumes",
      { notBefore: clock.now(), deadline: start + 60_000, late, ...want },
      loader,
    );
  return { clock, lists, memory, load, loads, read, start };
}

describe("a shared list", () => {
  test("is loaded once for all that ask while it is under way", async () => {
    const { clock, loads, read } = world();
    const [first, ...others] = await clock.during(Promise.all([read(), read(), read()]));
    expect(loads).toEqual([0]);
    for (const other of others) expect(other).toBe(first);
  });

  test("says when it was asked for and when it was answered", async () => {
    const { clock, read, start } = world();
    const snapshot = await clock.during(read());
    expect(snapshot).toMatchObject({ startedAt: start, completedAt: start + latency });
  });

  test("is used again as long as it is new enough", async () => {
    const { clock, loads, read, start } = world();
    await clock.during(read());
    await clock.runUntil(start + 60_000);
    await clock.during(read({ notBefore: start }));
    expect(loads).toEqual([0]);
  });

  test("is loaded again for who wants a newer one", async () => {
    const { clock, read } = world();
    await clock.during(read());
    const second = await clock.during(read());
    expect(second.items).toEqual([{ load: 2 }]);
  });

  test("that was asked for too early is followed by one for all who came since", async () => {
    const { clock, loads, read, start } = world();
    const first = read();
    await clock.runUntil(start + 10);
    const early = read();
    await clock.runUntil(start + 20);
    const late = read();
    const joined = read({ notBefore: start });
    const results = await clock.during(Promise.all([first, early, late, joined]));
    expect(results.map(({ items }) => items[0]?.["load"])).toEqual([1, 2, 2, 1]);
    expect(loads).toEqual([0, latency]);
  });

  test("is one per key", async () => {
    const { clock, lists, load, loads, start } = world();
    const want = { notBefore: start, deadline: start + 60_000, late };
    const keys = ["volumes", "networks"];
    await clock.during(Promise.all(keys.map((key) => lists.get(key, want, load))));
    expect(loads).toEqual([0, 0]);
  });

  test("P05 read-own-write: one from before a write is not used, even of the same millisecond", async () => {
    const { clock, memory, loads, read } = world();
    const before = read();
    memory.writes.noteWrite();
    const after = read({ notBefore: memory.writes.latestAt });
    const [old, fresh] = await clock.during(Promise.all([before, after]));
    expect([old, fresh].map(({ items }) => items[0]?.["load"])).toEqual([1, 2]);
    const again = await clock.during(read({ notBefore: memory.writes.latestAt }));
    expect(again).toBe(fresh);
    expect(loads).toHaveLength(2);
  });
});

describe("a shared list that fails", () => {
  const failing = (code: "platform" | "rateLimit") => async (): Promise<List> => {
    throw new HostingError(code, "no");
  };

  test.each([
    ["fails for all that share it", "platform", 60_000, 60_000, "rejected"],
    ["fails for who has more time as well", "platform", 10_000, 60_000, "rejected"],
    ["for lack of time fails for who has no more of it", "rateLimit", 60_000, 60_000, "rejected"],
    [
      "for lack of time is loaded again for who has more of it",
      "rateLimit",
      10_000,
      60_000,
      "fulfilled",
    ],
  ] as const)("%s", async (_what, code, first, second, expected) => {
    const { clock, loads, read, start } = world();
    const asked = [
      read({ deadline: start + first }, failing(code)),
      read({ deadline: start + second }),
    ];
    const outcomes = await clock.during(Promise.allSettled(asked));
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", expected]);
    expect(loads).toHaveLength(expected === "fulfilled" ? 1 : 0);
    expect((await clock.during(read())).isWhole).toBe(true);
  });

  test("fails for those alone who asked before it was to follow", async () => {
    const { clock, memory, read } = world();
    const first = read({}, failing("platform"));
    memory.writes.noteWrite();
    const second = read({ notBefore: memory.writes.latestAt });
    const [failed, loaded] = await clock.during(Promise.allSettled([first, second]));
    expect([failed.status, loaded.status]).toEqual(["rejected", "fulfilled"]);
  });

  test("is not waited for longer than a reader's time", async () => {
    const { clock, read, start } = world();
    const first = read();
    const short = read({ deadline: start + 10 });
    const [loaded, failed] = await clock.during(Promise.allSettled([first, short]));
    expect(loaded.status).toBe("fulfilled");
    expect(failed).toMatchObject({ reason: { code: "timeout" } });
  });
});
