import { describe, expect, onTestFinished, test } from "vitest";
import { openPlatform, type Settings } from "../../platform/index.ts";
import { newWorld, type Send, sender } from "./support.ts";

const list = "GET /api/v1/instances";

/** How many calls pass until one does not, at most so many. */
async function passing(send: Send, route = list, most = 70): Promise<number> {
  let count = 0;
  while (count < most && (await send(route)).status === 200) count += 1;
  return count;
}

describe("spec 7.4, 8: 60 requests per minute and key on /api/v1", () => {
  test("the 61st is refused until a minute after the first, whatever the others asked", async () => {
    const { platform, clock } = newWorld();
    const { id, key } = platform.createKey({ scopes: ["*"], level: "Admin" });
    const send = sender(platform, key);
    expect((await send("GET /api/v1/nowhere")).status).toBe(404);
    clock.pass(20);
    expect(await passing(send)).toBe(59);
    const refused = await send(list);
    expect(refused.headers.get("retry-after")).toBe("40");
    const error = `API key "${id}" is over its 60 requests per minute; try again in 40 s`;
    expect(refused).toMatchObject({ status: 429, body: { error } });
    clock.pass(40);
    expect(await passing(send)).toBe(60);
  });

  test("each key has its own minute, and other prefixes have none", async () => {
    const { platform, send } = newWorld();
    expect(await passing(send)).toBe(60);
    expect(await passing(send, "GET /v1/instances")).toBe(70);
    const other = platform.createKey({ scopes: ["*"], level: "Read" });
    expect(await passing(sender(platform, other.key))).toBe(60);
    const used = platform.rates().map(({ used }) => used);
    expect(used).toEqual([60, 60]);
  });

  test("a process may open the file without a limit, until one is set", async () => {
    const { file, clock, send } = newWorld({ defaults: { ratePerMinute: null } });
    const other = openPlatform({ file, clock });
    onTestFinished(() => other.close());
    expect(await passing(send)).toBe(70);
    expect(await passing(sender(other))).toBe(60);
    other.configure({ ratePerMinute: 5 });
    clock.pass(60);
    expect(await passing(send)).toBe(5);
  });
});

describe("rateWindow", () => {
  /** How many calls pass at each of these seconds after the first, with five per minute. */
  async function passed(rateWindow: Settings["rateWindow"], seconds: readonly number[]) {
    const { platform, clock, send } = newWorld();
    platform.configure({ ratePerMinute: 5, rateWindow });
    clock.pass(50);
    const counts: number[] = [];
    for (const [at, second] of seconds.entries()) {
      clock.pass(second - (seconds[at - 1] ?? 0));
      counts.push(await passing(send));
    }
    return counts;
  }

  test.each([
    ["fixed", [0, 10, 59, 60], [5, 0, 0, 5]],
    ["aligned", [0, 9, 10, 69, 70], [5, 0, 5, 0, 5]],
    ["bucket", [0, 11, 12, 24, 60, 180], [5, 0, 1, 1, 3, 5]],
  ] as const)("%s: at %j pass %j", async (rateWindow, seconds, counts) => {
    expect(await passed(rateWindow, seconds)).toEqual(counts);
  });

  test("sliding: no minute has more, wherever it begins", async () => {
    const { platform, clock, send } = newWorld();
    platform.configure({ ratePerMinute: 5, rateWindow: "sliding" });
    expect(await passing(send, list, 2)).toBe(2);
    clock.pass(30);
    expect(await passing(send)).toBe(3);
    expect((await send(list)).headers.get("retry-after")).toBe("30");
    clock.pass(30);
    expect(await passing(send)).toBe(2);
    platform.configure({ rateWindow: "bucket" });
    expect(await passing(send)).toBe(5);
  });
});
