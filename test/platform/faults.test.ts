import { describe, expect, test } from "vitest";
import { idOf, newWorld, type Send, volumeBody } from "./support.ts";

const list = "GET /v1/volumes";

async function statuses(send: Send, times: number): Promise<number[]> {
  const seen: number[] = [];
  for (let call = 0; call < times; call++) seen.push((await send(list)).status);
  return seen;
}

describe("status", () => {
  test("it answers instead of the platform, before the key is looked at; nothing is done", async () => {
    const { send, platform } = newWorld();
    platform.faults.add({ method: "POST", status: 503, headers: { "Retry-After": "7" }, times: 2 });
    const anonymous = new Request("http://platform.test/v1/volumes", { method: "POST" });
    expect((await platform.fetch(anonymous)).status).toBe(503);
    const refused = await send("POST /v1/volumes", volumeBody());
    expect(refused).toMatchObject({ status: 503, body: { error: expect.any(String) } });
    expect(refused.headers.get("retry-after")).toBe("7");
    expect(platform.snapshot().volume).toEqual([]);
    expect((await send("POST /v1/volumes", volumeBody())).status).toBe(201);
  });

  test("it may answer any text, like a proxy, or none", async () => {
    const { send, platform } = newWorld();
    const page = { status: 502, body: "<h1>Bad gateway</h1>", contentType: "text/html" };
    platform.faults.add({ ...page, times: 1 });
    const answer = await send(list);
    expect(answer).toMatchObject({ status: 502, body: page.body });
    expect(answer.headers.get("content-type")).toBe("text/html");
    platform.faults.add({ status: 204 });
    expect(await send(list)).toMatchObject({ status: 204, body: undefined });
  });
});

describe("delay, reset and cut", () => {
  test("a delay is slept by the platform's timer before anything is done", async () => {
    const slept: number[] = [];
    const { platform, send } = newWorld({
      timer: {
        sleep: async (milliseconds) => {
          slept.push(milliseconds, platform.snapshot().volume.length);
        },
      },
    });
    platform.faults.add({ delay: 2_500 });
    expect((await send("POST /v1/volumes", volumeBody())).status).toBe(201);
    expect(slept).toEqual([2_500, 0]);
  });

  test("a delay ends with the request", async () => {
    const { platform } = newWorld();
    platform.faults.add({ delay: 3_600_000 });
    const given = new AbortController();
    const asked = platform.fetch(new Request("http://x/v1/volumes", { signal: given.signal }));
    given.abort(new Error("enough"));
    await expect(asked).rejects.toThrow("enough");
    expect(platform.requests()).toEqual([]);
  });

  test.each([
    ["before", 0],
    ["after", 1],
  ] as const)("a connection that ends %s the commit leaves %d volumes", async (reset, left) => {
    const { platform, send } = newWorld();
    platform.faults.add({ method: "POST", reset, times: 1 });
    await expect(send("POST /v1/volumes", volumeBody())).rejects.toMatchObject({
      name: "TypeError",
      message: "fetch failed",
      cause: { code: "ECONNRESET" },
    });
    expect((await send(list)).body).toHaveLength(left);
  });

  test("a body that is cut breaks off after its first bytes, with the change kept", async () => {
    const { platform, send } = newWorld();
    platform.faults.add({ cut: 7 });
    const sent = send("POST /v1/volumes", volumeBody());
    await expect(sent).rejects.toMatchObject({ message: "terminated", code: "UND_ERR_SOCKET" });
    expect(platform.snapshot().volume).toHaveLength(1);
    platform.faults.clear();
    platform.faults.add({ cut: 1_000 });
    expect((await send(list)).body).toHaveLength(1);
  });
});

describe("lag", () => {
  test("lists are late, single objects are not", async () => {
    const { platform, clock, send } = newWorld();
    const before = idOf(await send("POST /v1/volumes", volumeBody("before")));
    platform.faults.add({ lag: 10 });
    clock.pass(1);
    const later = idOf(await send("POST /v1/volumes", volumeBody("later")));
    const names = async () => Object((await send(list)).body).map(({ name }: Named) => name);
    expect((await send(`GET /v1/volumes/${later}`)).status).toBe(200);
    expect(await names()).toEqual([]);
    clock.pass(9);
    expect(await names()).toEqual(["before"]);
    await send(`DELETE /v1/volumes/${before}`);
    expect((await send(`GET /v1/volumes/${before}`)).status).toBe(404);
    clock.pass(1);
    expect(await names()).toEqual(["before", "later"]);
    clock.pass(9);
    expect(await names()).toEqual(["later"]);
  });

  interface Named {
    readonly name: string;
  }
});

test("paged: lists come in pages of another length and form than they are set to have", async () => {
  const { platform, send } = newWorld();
  for (const name of ["a", "b", "c"]) await send("POST /v1/volumes", volumeBody(name));
  platform.faults.add({ paged: { size: 2, as: "link" } });
  const first = await send(`${list}?x=1`);
  expect(first.body).toMatchObject([{ name: "a" }, { name: "b" }]);
  expect(first.headers.get("link")).toMatch(/^<\/v1\/volumes\?x=1&page=2.*>; rel="next"/);
  expect((await send(`${list}?page=2`)).body).toMatchObject([{ name: "c" }]);
});

describe("a fault is met by the requests it is about", () => {
  test("those after the first few, and only so many; each is counted", async () => {
    const { platform, send } = newWorld();
    const id = platform.faults.add({
      method: "GET",
      path: list.slice(4),
      status: 500,
      after: 2,
      times: 2,
    });
    expect(await statuses(send, 6)).toEqual([200, 200, 500, 500, 200, 200]);
    await send("GET /v1/volumes/vol_x");
    await send("DELETE /v1/volumes/vol_x");
    expect(platform.faults.list()).toMatchObject([{ id, matched: 6, met: 2 }]);
  });

  test("a share of them, the same ones with the same seed", async () => {
    const met = async () => {
      const { platform, send } = newWorld({ seed: "one" });
      platform.faults.add({ status: 500, share: 0.3 });
      return statuses(send, 200);
    };
    const first = await met();
    expect(await met()).toEqual(first);
    const count = first.filter((status) => status === 500).length;
    expect(count).toBeGreaterThan(40);
    expect(count).toBeLessThan(80);
  });

  test("each * of a path is any text, in its order, and nothing else is special", async () => {
    const { platform, send } = newWorld();
    const isMet = async (path: string, asked: string) => {
      const id = platform.faults.add({ path, status: 418 });
      const { status } = await send(`GET ${asked}`);
      platform.faults.clear(id);
      return status === 418;
    };
    const asked = "/v1/volumes/";
    for (const path of ["*", "/v1/*", "/v1/volumes*", "/v*/v*", "**"]) {
      expect(await isMet(path, asked), path).toBe(true);
    }
    for (const path of ["*lumes", "/v*/v*s", "/v1/vol.mes/", "/v1/[v]olumes/", "/v1"]) {
      expect(await isMet(path, asked), path).toBe(false);
    }
    expect(await isMet("/v1/ab*ba", "/v1/aba")).toBe(false);
    expect(await isMet("/v1/ab*ba", "/v1/abba")).toBe(true);
  });

  test("several befall one request; one that answers in place of the platform ends that", async () => {
    const slept: number[] = [];
    const { platform, send } = newWorld({
      timer: { sleep: async (milliseconds) => void slept.push(milliseconds) },
    });
    platform.faults.add({ delay: 1 });
    platform.faults.add({ delay: 2 });
    platform.faults.add({ status: 500 });
    platform.faults.add({ reset: "before" });
    expect(await statuses(send, 1)).toEqual([500]);
    expect(slept).toEqual([1]);
    expect(platform.faults.list().map(({ met }) => met)).toEqual([1, 0, 1, 0]);
  });
});

test.each([
  [{ status: 99 }, '"status" is not accepted'],
  [{ status: 500, times: 0 }, '"times" is not accepted'],
  [{ status: 500, headers: { x: "a\nb" } }, '"headers.x" is not accepted: it has characters'],
  [{ status: 503, headers: { "Content-Length": "3" } }, '"headers.Content-Length" is not accepted'],
  [
    { status: 500, method: "get" },
    '"method" is not accepted: there is no "get"; did you mean GET?',
  ],
  [{ status: 500, path: "/v1/volumes?x=1" }, '"path" is not accepted: a path begins with /'],
  [{ path: "/v1/volumes", dely: 1000 }, '"dely" is not a known field; did you mean delay?'],
  [{ status: 500, tims: 2 }, '"tims" is not a known field; did you mean times?'],
  [{ delay: 1000, body: "x" }, '"body" is not a known field; known: delay, method, path, share,'],
  [{ delay: 1e12 }, '"delay" is not accepted'],
  [{ paged: { size: 0, as: "link" } }, '"paged.size" is not accepted'],
  [
    { path: "/v1/volumes" },
    "it says nothing to do, not one of status, delay, reset, cut, lag, paged",
  ],
  [{ status: 500, delay: 5 }, "it says status and delay to do, not one of"],
])("%j is no fault", (fault, why) => {
  const { platform } = newWorld();
  const add: (fault: never) => string = platform.faults.add;
  const added = () => Reflect.apply(add, platform.faults, [fault]);
  expect(added).toThrow(`The fault was not added: ${why}`);
  expect(platform.faults.list()).toEqual([]);
});
