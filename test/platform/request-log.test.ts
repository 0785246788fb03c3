import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Platform } from "../../platform/index.ts";
import { certificateBody, idOf, newWorld, sender, volumeBody } from "./support.ts";

describe("the request log", () => {
  test("it holds what was asked and answered, without queries", async () => {
    const { platform, send } = newWorld();
    const made = await send("POST /v1/volumes?secret=1", volumeBody());
    expect(platform.requests()).toEqual([
      {
        seq: 1,
        time: "2026-01-01T00:00:00.000Z",
        method: "POST",
        path: "/v1/volumes",
        status: 201,
        keyId: firstKeyOf(platform),
        body: volumeBody(),
        responseBody: made.body,
        error: null,
        spec: "4.2",
        clause: "POST /volumes block volume (2.7)",
        notShown: null,
      },
    ]);
  });

  test("a refused one says who was refused, why, and what decided it", async () => {
    const { platform, send } = newWorld();
    const { id, key } = platform.createKey({ scopes: [], level: "Read" });
    platform.configure({ ratePerMinute: 1 });
    await send("GET /v1/volumes/vol_x");
    await send("POST /v1/volumes", { name: 7 });
    await sender(platform, "wrong")("GET /v1/volumes");
    await sender(platform, key)("POST /v1/volumes", volumeBody());
    await send("GET /api/v1/networks");
    await send("GET /api/v1/networks");
    await send("GET /nowhere");
    platform.faults.add({ status: 500, body: "oops", times: 1 });
    await send("GET /v1/volumes");
    const shown = platform.requests().map(({ status, keyId, spec, clause, notShown, error }) => {
      return { status, keyId, rule: [spec, clause ?? notShown], error };
    });
    const said = (text: string) => expect.stringContaining(text);
    const keyId = firstKeyOf(platform);
    const unknownRoute = ["7.1", "errors.unknownRoute"];
    expect(shown).toEqual([
      { status: 404, keyId, rule: ["7.2", unknown], error: 'volume "vol_x" not found' },
      { status: 422, keyId, rule: ["2.7", "name string yes"], error: said('"name"') },
      { status: 401, keyId: null, rule: ["7.3", said("revoked")], error: said("not accepted") },
      { status: 403, keyId: id, rule: ["5", "Read GET requests only"], error: said("lacks Write") },
      { status: 200, keyId, rule: ["4.1", "GET /networks none"], error: null },
      { status: 429, keyId, rule: ["7.4", said("429")], error: said("over its 1 requests") },
      { status: 404, keyId, rule: unknownRoute, error: said("no such route") },
      { status: 500, keyId: null, rule: [null, null], error: "oops" },
    ]);
  });

  test("secrets in a body are masked, in what is listed and in the files", async () => {
    const { platform, send, file } = newWorld();
    const body = {
      ...certificateBody(),
      other: [{ access_key: "AKIA7", secretKey: "s3cr3t", nested: { password: "hunter2" } }],
      note: platform.createKey({ scopes: [], level: "Read" }).key,
      url: "https://ann:pa55@images.test/golden.qcow2?signature=s1gn",
      mistaken: { [certificateBody().private_key]: 1 },
    };
    await send("POST /v1/volumes", body);
    const [logged] = platform.requests();
    expect(logged?.body).toMatchObject({
      name: "site",
      private_key: "…",
      other: [{ access_key: "…", secretKey: "…", nested: { password: "…" } }],
      note: "…",
      url: "https://images.test/golden.qcow2?…",
      mistaken: { "…": 1 },
    });
    const files = readdirSync(dirname(file)).map((name) =>
      readFileSync(join(dirname(file), name), "latin1"),
    );
    const secrets = ["AKIA7", "s3cr3t", "hunter2", body.note, "pa55", "s1gn"];
    for (const secret of [...secrets, body.private_key.split("\n")[1] ?? ""]) {
      expect(files.join("")).not.toContain(secret);
    }
  });

  test.each([
    ["what is not JSON", "private_key=abc"],
    ["what is nested too deep to read", "[".repeat(100_000)],
    ["what is too large", JSON.stringify({ names: Array(5_000).fill("name") })],
  ])("of a body, %s is left out", async (_, body) => {
    const { platform, send } = newWorld();
    await send("POST /v1/volumes", body);
    expect(platform.requests()).toMatchObject([{ body: null }]);
  });

  test("a long text in a body is cut", async () => {
    const { platform, send } = newWorld();
    await send("POST /v1/volumes", { ...volumeBody(), name: "x".repeat(1_000) });
    expect(platform.requests()).toMatchObject([{ body: { name: `${"x".repeat(200)}…` } }]);
  });

  test("what was answered is there, too; of a refusal, its reason", async () => {
    const { platform, send } = newWorld();
    const made = await send("POST /v1/volumes", volumeBody());
    const listed = await send("GET /v1/volumes");
    const refused = await send("POST /v1/volumes", volumeBody());
    await send(`DELETE /v1/volumes/${idOf(made)}`);
    platform.faults.add({ page: 502, times: 1 });
    await send("GET /v1/volumes");
    const bodies = platform.requests().map(({ responseBody }) => responseBody);
    const page = expect.stringContaining("502 Bad Gateway");
    expect(bodies).toEqual([made.body, listed.body, refused.body, null, page]);
  });

  test("what a fault makes of an answer is what was answered", async () => {
    const { platform, send } = newWorld();
    await send("POST /v1/volumes", volumeBody());
    platform.faults.add({ words: { available: "ready" } });
    platform.faults.add({ paged: { size: 1, as: "envelope" } });
    const { body } = await send("GET /v1/volumes");
    expect(body).toMatchObject({ items: [{ status: "ready" }], total: 1 });
    expect(platform.requests().at(-1)).toMatchObject({ responseBody: body });
  });

  test.each(["bare", "data"] as const)(
    "of a long list, in an answer that is %s, the first objects are there",
    async (list) => {
      const { platform, send } = newWorld();
      platform.configure({ choices: { "answers.list": list } });
      for (let at = 0; at < 40; at += 1) await send("POST /v1/volumes", volumeBody(`v${at}`));
      const whole = (await send("GET /v1/volumes")).body;
      const cut = platform.requests().at(-1)?.responseBody;
      const itemsOf = (body: unknown): unknown[] => Object(body).data ?? body;
      expect(itemsOf(cut).length).toBeGreaterThan(8);
      expect(itemsOf(cut).slice(0, 8)).toEqual(itemsOf(whole).slice(0, 8));
      expect(itemsOf(cut).at(-1)).toBe("…");
      expect(JSON.stringify(cut).length).toBeLessThan(2_300);
    },
  );

  test("of a large object, the first fields are there", async () => {
    const { platform, send } = newWorld();
    const fields = Array.from({ length: 500 }, (_, at) => [`field-${at}`, "x".repeat(300)]);
    await send("POST /api/v1/storage/buckets", { ...Object.fromEntries(fields), name: "logs" });
    const { responseBody } = platform.requests()[0] ?? {};
    expect(responseBody).toMatchObject({ "field-0": `${"x".repeat(200)}…`, "…": "…" });
    expect(JSON.stringify(responseBody).length).toBeLessThan(2_500);
  });

  test("some of it are selected by number, method, path, status and key", async () => {
    const { platform, send } = newWorld();
    const { id, key } = platform.createKey({ scopes: [], level: "Read" });
    await send("GET /v1/volumes");
    await sender(platform, key)("GET /v1/volumes/vol_x");
    await send("POST /v1/volumes", volumeBody());
    const found = (filter: Parameters<typeof platform.requests>[0]) =>
      platform.requests(filter).map(({ seq }) => seq);
    expect(found({ after: 1 })).toEqual([2, 3]);
    expect(found({ before: 3 })).toEqual([1, 2]);
    expect(found({ last: 2 })).toEqual([2, 3]);
    expect(found({ before: 3, last: 1 })).toEqual([2]);
    expect(found({ method: "GET" })).toEqual([1, 2]);
    expect(found({ path: "/v1/volumes/*" })).toEqual([2]);
    expect(found({ status: 201 })).toEqual([3]);
    expect(found({ keyId: id })).toEqual([2]);
    expect(found({ keyId: firstKeyOf(platform), method: "GET" })).toEqual([1]);
  });

  test("it keeps the last 10,000 requests", async () => {
    const { platform, send } = newWorld();
    for (let request = 0; request < 10_003; request++) await send("GET /nowhere");
    const kept = platform.requests();
    expect(kept).toHaveLength(10_000);
    expect(kept.at(0)?.seq).toBe(4);
    expect(kept.at(-1)?.seq).toBe(10_003);
  }, 20_000);

  test("it keeps 16 MB of texts at most, and then the newest", async () => {
    const { platform, send } = newWorld();
    const names = Object.fromEntries(Array.from({ length: 35 }, (_, at) => [at, "x".repeat(199)]));
    for (let request = 0; request < 2_500; request++) await send("POST /v1/volumes", names);
    const kept = platform.requests();
    const size = kept.reduce((sum, { body }) => sum + JSON.stringify(body).length, 0);
    expect(size).toBeLessThan(17 * 1024 * 1024);
    expect(size).toBeGreaterThan(15 * 1024 * 1024);
    expect(kept.at(-1)?.seq).toBe(2_500);
  }, 30_000);
});

const unknown = "Unknown resource: HTTP 404 with error.";

/** The id of the key that is made with the file. */
function firstKeyOf(platform: Platform): string {
  return String(platform.keys()[0]?.["id"]);
}
