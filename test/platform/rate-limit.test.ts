import { describe, expect, test } from "vitest";
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

  test("the first key is limited like any, and a rate that is set holds for all", async () => {
    const { platform, send, clock } = newWorld();
    expect(await statuses(send, list, 60)).toEqual(new Set([200]));
    expect((await send(list)).status).toBe(429);
    clock.pass(60);
    platform.configure({ ratePerMinute: 3 });
    expect(await statuses(send, list, 3)).toEqual(new Set([200]));
    expect((await send(list)).status).toBe(429);
    const created = platform.createKey({ scopes: ["*"], level: "Read" });
    const other = sender(platform, created.key);
    expect(await statuses(other, list, 3)).toEqual(new Set([200]));
    expect((await other(list)).status).toBe(429);
    platform.configure({ ratePerMinute: null });
    expect((await send(list)).status).toBe(200);
  });
});
