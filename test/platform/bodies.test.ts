import { describe, expect, test } from "vitest";
import type { Platform } from "../../platform/index.ts";
import { idOf, newInstance, newWorld, volumeBody } from "./support.ts";

describe("bodies", () => {
  test("one that is not JSON is refused", async () => {
    const { send } = newWorld();
    for (const body of ["{", "", "[]", "null", '"text"']) {
      const refused = await send("POST /v1/volumes", body);
      expect(refused.status, body).toBe(422);
      expect(refused.body).toEqual({ error: expect.stringContaining("volume was not created: ") });
    }
  });

  test("spec 2: one that is not sent as JSON is refused", async () => {
    const { platform } = newWorld();
    const answer = await platform.fetch(
      new Request("http://platform.test/v1/volumes", {
        method: "POST",
        headers: { authorization: `Bearer ${platform.rootKey}` },
        body: JSON.stringify(volumeBody()),
      }),
    );
    expect(answer.status).toBe(422);
    expect(await answer.json()).toEqual({ error: expect.stringContaining("application/json") });
  });

  test("one over 1 MiB is refused, whatever its declared length", async () => {
    const { send, platform } = newWorld();
    const name = "x".repeat(1024 * 1024);
    const refused = await send("POST /v1/volumes", { ...volumeBody(), name });
    expect(refused.status).toBe(413);
    expect(refused.body).toEqual({ error: expect.stringContaining("1048576 bytes") });
    expect(platform.requests()).toMatchObject([{ status: 413 }]);
  });

  test("one that is declared to be over 1 MiB is not read", async () => {
    const { platform } = newWorld();
    const { answer, read } = await sendWatched(platform, platform.rootKey, {
      "content-length": "1048577",
    });
    expect([answer.status, read]).toEqual([413, 0]);
  });

  test("one of a stranger is not read", async () => {
    const { platform } = newWorld();
    const { answer, read } = await sendWatched(platform, "nobody's");
    expect([answer.status, read]).toEqual([401, 0]);
  });

  test.each([
    ["arrays", "[".repeat(50_000) + "]".repeat(50_000)],
    ["objects", `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`],
    ["arrays a bit too deep", "[".repeat(101) + "]".repeat(101)],
  ])("%s in each other are refused like any wrong field", async (_what, config) => {
    const { send } = newWorld();
    const refused = await send("POST /api/v1/networks", `{"name":"n","config":{"x":${config}}}`);
    expect(refused).toMatchObject({
      status: 422,
      body: { error: "network was not created: its body is nested deeper than 100 levels" },
    });
    expect((await send("GET /api/v1/networks")).body).toEqual([]);
  });

  test("one that is not UTF-8 is refused", async () => {
    const { platform, send } = newWorld();
    const latin = () =>
      new Request("http://platform.test/v1/volumes", {
        method: "POST",
        headers: {
          authorization: `Bearer ${platform.rootKey}`,
          "content-type": "application/json",
        },
        body: Buffer.from('{"name":"caf\xe9","region":"eu","size_gb":1}', "latin1"),
      });
    const answer = await platform.fetch(latin());
    expect(answer.status).toBe(422);
    expect(await answer.json()).toEqual({ error: expect.stringContaining("UTF-8") });
    expect((await send("GET /v1/volumes")).body).toEqual([]);
    platform.configure({ choices: { "bodies.encoding": "replace" } });
    expect((await platform.fetch(latin())).status).toBe(201);
    expect((await send("GET /v1/volumes")).body).toMatchObject([{ name: "caf\ufffd" }]);
  });

  test("the statuses of what is no JSON are choices", async () => {
    const { platform, send } = newWorld();
    platform.configure({ choices: { "bodies.notJson": 400, "bodies.contentType": 415 } });
    expect((await send("POST /v1/volumes", "{")).status).toBe(400);
    const { answer } = await sendWatched(platform, platform.rootKey, {
      "content-type": "text/json",
    });
    expect(answer.status).toBe(415);
    expect((await send("POST /v1/volumes", {})).status).toBe(422);
  });

  test("one that a route does not need is not looked at", async () => {
    const { send } = newWorld();
    const id = idOf(await send("POST /v1/volumes", volumeBody()));
    expect((await send(`POST /v1/volumes/${id}/detach`, "{")).status).toBe(200);
  });

  test("the status of a refused body is an assumption", async () => {
    const { send } = newWorld({
      assumptions: { "refusals.invalid": 400, "refusals.conflict": 418 },
    });
    expect((await send("POST /v1/volumes", {})).status).toBe(400);
    await newInstance(send);
    const second = { name: "web", region: "eu", plan: "small", image: "debian/13" };
    expect((await send("POST /v1/instances", second)).status).toBe(418);
  });
});

describe("a field named __proto__ is one like others", () => {
  const field = '"__proto__":{"__proto__":"x","a":["b",{"__proto__":1}]}';
  const odd = `{${field},"size":"1GiB"}`;

  test.each([
    ["/api/v1/networks", `{"name":"n1","config":${odd}}`, ["config"]],
    ["/api/v1/networks", `{"name":"n1","config":{"deep":${odd}}}`, ["config", "deep"]],
    ["/api/v1/storage/buckets", `{"name":"n1","more":${odd}}`, ["more"]],
    ["/api/v1/storage/buckets", `{"name":"n1",${field}}`, []],
    ["/api/v1/firewalls", `{"name":"n1","inbound":[{"protocol":"tcp",${field}}]}`, []],
    ["/api/v1/storage/pools/default/volumes", `{"name":"n1","config":${odd}}`, ["config"]],
  ])("POST %s %s", async (path, body, fields) => {
    const { send } = newWorld();
    const made = await send(`POST ${path}`, body);
    expect(made.status).toBe(201);
    const shown: unknown = fields.reduce<unknown>((at, name) => Object(at)[name], made.body);
    expect(JSON.stringify(shown)).toContain(field);
    expect(JSON.stringify((await send(`GET ${path}`)).body)).toContain(field);
  });

  test("it is refused where no others are taken, or ignored where those are", async () => {
    const { platform, send } = newWorld();
    const body = JSON.stringify(volumeBody()).replace("{", '{"__proto__":{"size_gb":7},');
    expect(await send("POST /v1/volumes", body)).toMatchObject({
      status: 422,
      body: { error: expect.stringContaining('"__proto__" is not a known field') },
    });
    platform.configure({ choices: { "bodies.unknownFields": "ignore" } });
    expect(await send("POST /v1/volumes", body)).toMatchObject({ body: { size_gb: 10 } });
  });
});

describe("half a character", () => {
  test.each(['{"name":"\\ud800"}', '{"name":"n","config":{"\\udc00":1}}'])(
    "%s is refused",
    async (body) => {
      const { send } = newWorld();
      expect(await send("POST /api/v1/networks", body)).toMatchObject({
        status: 422,
        body: {
          error: "network was not created: its body has half a character, like \\ud800 alone",
        },
      });
    },
  );

  test("is replaced where that is chosen, so that its name is given once", async () => {
    const { platform, send } = newWorld();
    platform.configure({ choices: { "bodies.encoding": "replace" } });
    const body = '{"name":"\\ud800","config":{"\\ud800":"\\udfff"}}';
    expect(await send("POST /api/v1/networks", body)).toMatchObject({
      status: 201,
      body: { name: "\ufffd", config: { "\ufffd": "\ufffd" } },
    });
    expect((await send("POST /api/v1/networks", body)).status).toBe(409);
  });

  test("two halves are one", async () => {
    const { send } = newWorld();
    const made = await send("POST /api/v1/networks", '{"name":"\\ud83d\\ude00"}');
    expect(made).toMatchObject({ status: 201, body: { name: "😀" } });
  });
});

/** Sends a body that counts how many of its bytes are asked for. */
async function sendWatched(platform: Platform, key: string, headers: Record<string, string> = {}) {
  let read = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (read > 0) return controller.close();
        read += 2;
        controller.enqueue(Buffer.from("{}"));
      },
    },
    { highWaterMark: 0 },
  );
  const request = new Request("http://platform.test/v1/volumes", {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
    body,
    duplex: "half",
  });
  const answer = await platform.fetch(request);
  return { answer, read };
}
