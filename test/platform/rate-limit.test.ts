import { describe, expect, onTestFinished, test } from "vitest";
import { type Choices, openPlatform } from "../../platform/index.ts";
import { newWorld, type Send, sender } from "./support.ts";

async function statuses(send: Send, route: string, times: number): Promise<Set<number>> {
  const seen = new Set<number>();
  for (let call = 0; call < times; call++) seen.add((await send(route)).status);
  return seen;
}

const list = "GET /api/v1/instances";

describe("spec 7.4, 8: 60 requests per minute and key on /api/v1", () => {
  test("the 61st is refused until a minute after the first", async () => {
    const { platform, clock } = newWorld();
    const { id, key } = platform.createKey({ scopes: ["*"], level: "Admin" });
    const send = sender(platform, key);
    expect(await statuses(send, list, 59)).toEqual(new Set([200]));
    clock.pass(20);
    expect((await send(list)).status).toBe(200);
    const refused = await send(list);
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("40");
    expect(refused.body).toEqual({
      error: `API key "${id}" is over its 60 requests per minute; try again in 40 s`,
    });
    clock.pass(40);
    expect(await statuses(send, list, 60)).toEqual(new Set([200]));
  });

  test("refused and unknown requests count as well", async () => {
    const { platform } = newWorld();
    const send = sender(platform, platform.createKey({ scopes: [], level: "Read" }).key);
    expect(await statuses(send, list, 30)).toEqual(new Set([403]));
    expect(await statuses(send, "GET /api/v1/nowhere", 30)).toEqual(new Set([404]));
    expect((await send(list)).status).toBe(429);
  });

  test("each key has its own minute", async () => {
    const { platform } = newWorld();
    const newKey = () => sender(platform, platform.createKey({ scopes: ["*"], level: "Read" }).key);
    const [one, two] = [newKey(), newKey()];
    await statuses(one, list, 60);
    expect((await one(list)).status).toBe(429);
    expect((await two(list)).status).toBe(200);
  });

  test("the other prefixes are not limited", async () => {
    const { platform } = newWorld();
    const send = sender(platform, platform.createKey({ scopes: ["*"], level: "Read" }).key);
    expect(await statuses(send, "GET /v1/instances", 70)).toEqual(new Set([200]));
  });

  test("the key that is made with the file is limited like any other", async () => {
    const { send } = newWorld();
    expect(await statuses(send, list, 60)).toEqual(new Set([200]));
    expect((await send(list)).status).toBe(429);
  });

  test("another rate holds for all keys, and null lifts the limit", async () => {
    const { platform, send } = newWorld();
    platform.configure({ ratePerMinute: 3 });
    const created = platform.createKey({ scopes: ["*"], level: "Read" });
    for (const one of [send, sender(platform, created.key)]) {
      expect(await statuses(one, list, 3)).toEqual(new Set([200]));
      expect((await one(list)).status).toBe(429);
    }
    platform.configure({ ratePerMinute: null });
    expect(await statuses(send, list, 70)).toEqual(new Set([200]));
  });

  test("a process may open the file without a limit, until one is set", async () => {
    const { platform, file, clock } = newWorld({ defaults: { ratePerMinute: null } });
    const other = openPlatform({ file, clock });
    onTestFinished(() => other.close());
    expect(await statuses(sender(platform), list, 70)).toEqual(new Set([200]));
    await statuses(sender(other), list, 60);
    expect((await sender(other)(list)).status).toBe(429);
    other.configure({ ratePerMinute: 5 });
    await statuses(sender(platform), list, 5);
    expect((await sender(platform)(list)).status).toBe(429);
  });
});

describe("the shape of the minute is a choice", () => {
  /** How many calls pass at each of these seconds after the first, with five per minute. */
  async function passed(window: Choices["rate.window"], seconds: readonly number[]) {
    const { platform, clock, send } = newWorld();
    platform.configure({ ratePerMinute: 5, choices: { "rate.window": window } });
    clock.pass(50);
    const counts: number[] = [];
    let at = 0;
    for (const second of seconds) {
      clock.pass(second - at);
      at = second;
      let count = 0;
      while ((await send(list)).status === 200) count++;
      counts.push(count);
    }
    return counts;
  }

  test("fixed: the minute begins with the first call", async () => {
    expect(await passed("fixed", [0, 10, 59, 60])).toEqual([5, 0, 0, 5]);
  });

  test("aligned: the minute is the clock's", async () => {
    expect(await passed("aligned", [0, 9, 10, 69, 70])).toEqual([5, 0, 5, 0, 5]);
  });

  test("sliding: no minute has more, wherever it begins", async () => {
    const { platform, clock, send } = newWorld();
    platform.configure({ ratePerMinute: 5, choices: { "rate.window": "sliding" } });
    await statuses(send, list, 2);
    clock.pass(30);
    expect(await statuses(send, list, 3)).toEqual(new Set([200]));
    const refused = await send(list);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "30"]);
    clock.pass(30);
    expect(await statuses(send, list, 2)).toEqual(new Set([200]));
    expect((await send(list)).status).toBe(429);
  });

  test("bucket: one call comes back every part of the minute", async () => {
    expect(await passed("bucket", [0, 11, 12, 24, 60, 180])).toEqual([5, 0, 1, 1, 3, 5]);
  });

  test("a change of the shape begins anew", async () => {
    const { platform, send } = newWorld();
    platform.configure({ ratePerMinute: 1 });
    expect(await statuses(send, list, 2)).toEqual(new Set([200, 429]));
    platform.configure({ choices: { "rate.window": "bucket" } });
    expect((await send(list)).status).toBe(200);
  });
});

describe("which headers tell of the limit is a choice", () => {
  const told = async (headers: Choices["rate.headers"]) => {
    const { platform, send } = newWorld();
    platform.configure({ ratePerMinute: 2, choices: { "rate.headers": headers } });
    const replies = [await send(list), await send("GET /api/v1/nowhere"), await send(list)];
    return replies.map((reply) =>
      Object.fromEntries([...reply.headers].filter(([name]) => /ratelimit|retry/.test(name))),
    );
  };

  test("Retry-After: only a refusal tells", async () => {
    expect(await told("Retry-After")).toEqual([{}, {}, { "retry-after": "60" }]);
  });

  test.each([
    ["RateLimit", "ratelimit"],
    ["X-RateLimit", "x-ratelimit"],
  ] as const)("%s: every answer tells, with how long to wait on a refusal", async (set, prefix) => {
    const headers = (remaining: string) => ({
      [`${prefix}-limit`]: "2",
      [`${prefix}-remaining`]: remaining,
      [`${prefix}-reset`]: "60",
    });
    expect(await told(set)).toEqual([
      headers("1"),
      headers("0"),
      { ...headers("0"), "retry-after": "60" },
    ]);
  });

  test("none: nothing tells", async () => {
    expect(await told("none")).toEqual([{}, {}, {}]);
  });

  test("a value that is none is refused", () => {
    const { platform } = newWorld();
    const wrong: Record<string, unknown> = { "rate.window": "wide" };
    expect(() => platform.configure({ choices: wrong })).toThrow('choice "rate.window" is one of');
  });
});
