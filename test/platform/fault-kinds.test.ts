import { describe, expect, test } from "vitest";
import { containerBody, idOf, newWorld, volumeBody } from "./support.ts";

describe("status and page", () => {
  test("an answer may have headers of its own", async () => {
    const { platform, send } = newWorld();
    platform.faults.add({ status: 503, headers: { "retry-after": "7" } });
    expect((await send("GET /v1/volumes")).headers.get("retry-after")).toBe("7");
  });

  test.each([502, 504] as const)(
    "a proxy's page of %d is no JSON, and nothing is done",
    async (page) => {
      const { platform, send } = newWorld();
      platform.faults.add({ page });
      const answer = await send("POST /v1/volumes", volumeBody());
      expect(answer.status).toBe(page);
      expect(answer.headers.get("content-type")).toBe("text/html");
      expect(answer.body).toContain(`<h1>${page} `);
      expect(platform.snapshot().volume).toEqual([]);
    },
  );
});

describe("delay, hang and reset", () => {
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
  });

  test("a hang ends when the client gives up, and nothing was done", async () => {
    const { platform } = newWorld();
    platform.faults.add({ hang: true });
    const given = new AbortController();
    const request = new Request("http://x/v1/volumes", { method: "POST", signal: given.signal });
    const asked = platform.fetch(request);
    given.abort(new Error("enough"));
    await expect(asked).rejects.toThrow("enough");
    expect(platform.requests()).toEqual([]);
    expect(platform.faults.list()).toMatchObject([{ met: 1 }]);
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
      code: "ECONNRESET",
      cause: { code: "ECONNRESET" },
    });
    expect((await send("GET /v1/volumes")).body).toHaveLength(left);
  });
});

describe("cut and drip", () => {
  test("a body that is cut breaks off after its first bytes, with the change kept", async () => {
    const { platform } = newWorld();
    platform.faults.add({ cut: 7 });
    const answer = await platform.fetch(post(platform.rootKey, volumeBody()));
    expect(answer.status).toBe(201);
    const reader = answer.body?.getReader();
    const first = await reader?.read();
    expect(Buffer.from(first?.value ?? []).toString()).toBe('{"id":"');
    await expect(reader?.read()).rejects.toMatchObject({ code: "UND_ERR_SOCKET" });
    expect(platform.snapshot().volume).toHaveLength(1);
  });

  test("one that is shorter comes whole", async () => {
    const { platform, send } = newWorld();
    platform.faults.add({ cut: 10 });
    expect((await send("GET /v1/volumes")).body).toEqual([]);
  });

  test("a body that drips comes whole, a few bytes at a time", async () => {
    let waits = 0;
    const { platform, send } = newWorld({
      timer: {
        sleep: async (milliseconds) => {
          expect(milliseconds).toBe(40);
          waits++;
        },
      },
    });
    platform.faults.add({ method: "GET", drip: { bytes: 10, every: 40 } });
    const made = await send("POST /v1/volumes", volumeBody());
    const length = JSON.stringify([made.body]).length;
    expect((await send("GET /v1/volumes")).body).toEqual([made.body]);
    expect(waits).toBe(Math.ceil(length / 10));
  });
});

describe("duplicate", () => {
  test.each([
    ["first", 201],
    ["second", 409],
  ] as const)("two deliveries of one create: the %s is answered %d", async (duplicate, status) => {
    const { platform, send } = newWorld();
    platform.faults.add({ method: "POST", duplicate });
    expect((await send("POST /v1/volumes", volumeBody())).status).toBe(status);
    expect(platform.snapshot().volume).toHaveLength(1);
  });

  test("both are made where names are not unique", async () => {
    const { platform, send } = newWorld({ assumptions: { "platform.uniqueNames": false } });
    platform.faults.add({ method: "POST", duplicate: "second" });
    await send("POST /v1/volumes", volumeBody());
    expect(platform.snapshot().volume).toHaveLength(2);
  });
});

describe("lag", () => {
  test("a list that has no past is not counted", async () => {
    const { platform, send } = newWorld();
    platform.faults.add({ lag: 10 });
    await send("GET /v1/api-keys");
    expect(platform.faults.list()).toMatchObject([{ matched: 0, met: 0 }]);
  });

  test("lists show the world of a while ago, and single objects that of now", async () => {
    const { platform, clock, send } = newWorld();
    const before = idOf(await send("POST /v1/volumes", volumeBody("before")));
    platform.faults.add({ lag: 10 });
    const later = idOf(await send("POST /v1/volumes", volumeBody("later")));
    await send(`PATCH /v1/volumes/${before}`, { size_gb: 20 });
    const names = async () => (await send("GET /v1/volumes")).body;
    expect(await names()).toMatchObject([{ name: "before", size_gb: 10 }]);
    expect((await send(`GET /v1/volumes/${later}`)).status).toBe(200);
    clock.pass(9);
    await send(`DELETE /v1/volumes/${before}`);
    expect(await names()).toHaveLength(1);
    clock.pass(1);
    expect(await names()).toMatchObject([{ name: "before", size_gb: 20 }, { name: "later" }]);
    clock.pass(9);
    expect(await names()).toMatchObject([{ name: "later" }]);
  });

  test("status words are those of then", async () => {
    const { platform, clock, send } = newWorld();
    platform.faults.add({ lag: 5 });
    await send("POST /api/v1/instances", containerBody());
    clock.pass(5);
    expect((await send("GET /api/v1/instances")).body).toMatchObject([{ status: "provisioning" }]);
    expect((await send("GET /api/v1/instances/web")).body).toMatchObject({ status: "running" });
  });

  test("lists of what is inside of another object lag, too", async () => {
    const { platform, clock, send } = newWorld();
    await send("POST /api/v1/instances", containerBody());
    platform.faults.add({ kind: "portForward", lag: 5 });
    const { body } = await send("GET /api/v1/instances/web/ports");
    expect(body).toHaveLength(1);
    await send("POST /api/v1/instances/web/ports", {
      protocol: "udp",
      public_port: Object(Array.isArray(body) ? body[0] : {}).public_port + 1,
      target_port: 53,
    });
    expect((await send("GET /api/v1/instances/web/ports")).body).toHaveLength(1);
    clock.pass(5);
    expect((await send("GET /api/v1/instances/web/ports")).body).toHaveLength(2);
  });

  test("what is cleared is forgotten, and a later one begins anew", async () => {
    const { platform, clock, send } = newWorld();
    const id = platform.faults.add({ lag: 10 });
    await send("POST /v1/volumes", volumeBody("one"));
    platform.faults.clear(id);
    await send("POST /v1/volumes", volumeBody("two"));
    expect((await send("GET /v1/volumes")).body).toHaveLength(2);
    clock.pass(1);
    platform.faults.add({ lag: 10 });
    await send("POST /v1/volumes", volumeBody("three"));
    expect((await send("GET /v1/volumes")).body).toHaveLength(2);
  });
});

describe("paged", () => {
  const names = ["a", "b", "c"];

  test("with a Link header", async () => {
    const { platform, send } = newWorld();
    for (const name of names) await send("POST /v1/volumes", volumeBody(name));
    platform.faults.add({ paged: { size: 2, as: "link" } });
    const first = await send("GET /v1/volumes?x=1");
    expect(first.body).toMatchObject([{ name: "a" }, { name: "b" }]);
    expect(first.headers.get("link")).toBe('</v1/volumes?x=1&page=2>; rel="next"');
    const second = await send("GET /v1/volumes?x=1&page=2");
    expect(second.body).toMatchObject([{ name: "c" }]);
    expect(second.headers.get("link")).toBeNull();
  });

  test("in an envelope", async () => {
    const { platform, send } = newWorld();
    for (const name of names) await send("POST /v1/volumes", volumeBody(name));
    platform.faults.add({ paged: { size: 2, as: "envelope" } });
    expect((await send("GET /v1/volumes")).body).toMatchObject({
      items: [{ name: "a" }, { name: "b" }],
      next: "/v1/volumes?page=2",
      total: 3,
    });
    expect((await send("GET /v1/volumes?page=2")).body).toMatchObject({ next: null, total: 3 });
    expect((await send("GET /v1/volumes/vol_x")).body).toHaveProperty("error");
  });
});

function post(key: string, body: object): Request {
  return new Request("http://x/v1/volumes", {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}
