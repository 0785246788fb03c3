import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { certificateBody, idOf, newWorld, sender, volumeBody } from "./support.ts";

describe("the request log", () => {
  test("it has what was asked and answered, and the rule that decided", async () => {
    const { platform, send } = newWorld();
    const made = await send("POST /v1/volumes?secret=1", volumeBody());
    expect(platform.requests()).toEqual([
      {
        seq: 1,
        time: "2026-01-01T00:00:00.000Z",
        method: "POST",
        path: "/v1/volumes",
        status: 201,
        keyId: platform.keys()[0]?.["id"],
        body: volumeBody(),
        responseBody: made.body,
        error: null,
        rule: "4.2: POST /volumes",
      },
    ]);
  });

  test("each refusal has its rule, with the section that has it", async () => {
    const { platform, send } = newWorld();
    const reader = sender(platform, platform.createKey({ scopes: [], level: "Read" }).key);
    platform.configure({ ratePerMinute: 1 });
    const volume = `/v1/volumes/${idOf(await send("POST /v1/volumes", volumeBody()))}`;
    const instance = idOf(
      await send("POST /v1/instances", { name: "a", region: "eu", plan: "s", image: "debian/13" }),
    );
    platform.faults.add({ path: "/fault", status: 500, body: "oops" });
    const rows = [
      [send, "GET /v1/volumes", "not shown: routes.volume.list"],
      [send, "GET /v1/volumes/vol_x", "7.2: an unknown resource is answered 404"],
      [send, "POST /v1/volumes", "2.7: the fields of a request about a volume"],
      [send, `PATCH ${volume}`, "2.7: a volume only grows"],
      [send, `DELETE /v1/instances/${instance}`, "7.5: only a stopped instance is deleted"],
      [sender(platform, "wrong"), "GET /v1/volumes", "7.3: a revoked or unknown key opens nothing"],
      [reader, "POST /v1/volumes", "5: the route needs Write"],
      [send, "GET /api/v1/networks", "4.1: GET /networks"],
      [send, "GET /api/v1/networks", "7.4: too many requests in a minute"],
      [send, "GET /nowhere", "7.2: an unknown resource is answered 404"],
      [send, "PUT /v1/volumes", "not shown: the status of another method"],
      [send, "GET /fault", null],
    ] as const;
    for (const [from, route] of rows) await from(route, bodyOf(route));
    const logged = platform.requests({ after: 2 });
    expect(logged.map(({ rule }) => rule)).toEqual(rows.map(([, , rule]) => rule));
    for (const { status, error, keyId } of logged) {
      expect(error === null, error ?? "").toBe(status < 400);
      expect(keyId === null).toBe(status === 401 || error === "oops");
    }
  });

  test("a private key is masked under any name, also where two fields were swapped", async () => {
    const { platform, send } = newWorld();
    const { certificate, private_key: key } = certificateBody();
    for (const body of [
      { name: "a", certificate: key, private_key: certificate },
      { name: "b", certificate: { x: [`-----BEGIN X-----\n${key}`] } },
      { name: key },
    ]) {
      await send("POST /v1/certificates", body);
    }
    const log = JSON.stringify(platform.requests());
    expect(log).toContain('"certificate":"…"');
    expect(log).not.toContain(key.split("\n")[1] ?? "");
  });

  test("fields that are named like secrets are masked, in the file as well", async () => {
    const { platform, send, file } = newWorld();
    const body = {
      ...{ name: "media", password: "hunter2" },
      nested: [{ secretKey: "s3cr3t", passphrase: { deep: "hunter3" } }],
    };
    const bucket = await send("POST /api/v1/storage/buckets", body);
    await send("POST /v1/certificates", certificateBody());
    const [made, certificate] = platform.requests();
    const masked = { password: "…", nested: [{ secretKey: "…", passphrase: "…" }] };
    expect(made?.body).toEqual({ name: "media", ...masked });
    expect(made?.responseBody).toMatchObject({ access_key: "…", secret_key: "…" });
    expect(certificate?.body).toMatchObject({ name: "site", private_key: "…" });
    const { secret_key } = Object(bucket.body);
    const key = certificateBody().private_key.split("\n")[1] ?? "";
    const files = readdirSync(dirname(file)).map((name) => join(dirname(file), name));
    const bytes = files.map((name) => readFileSync(name, "latin1")).join("");
    const log = JSON.stringify(platform.requests());
    for (const secret of [secret_key, key]) {
      for (const text of [bytes, log]) expect(text).not.toContain(secret);
    }
    // The bucket has these as fields that nobody knows.
    for (const secret of ["hunter2", "s3cr3t", "hunter3"]) expect(log).not.toContain(secret);
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

  test("of a long list the first objects are there", async () => {
    const { platform, send } = newWorld();
    for (let at = 0; at < 80; at += 1) await send("POST /v1/volumes", volumeBody(`v${at}`));
    const whole = Object((await send("GET /v1/volumes")).body);
    expect(platform.requests().at(-1)?.responseBody).toEqual([...whole.slice(0, 10), "…"]);
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
    expect(found({ keyId: id, method: "GET" })).toEqual([2]);
  });

  test("it keeps the last 10,000 requests", async () => {
    const { platform, send } = newWorld();
    for (let request = 0; request < 10_003; request++) await send("GET /nowhere");
    const kept = platform.requests();
    expect(kept).toHaveLength(10_000);
    expect([kept.at(0)?.seq, kept.at(-1)?.seq]).toEqual([4, 10_003]);
  }, 60_000);
});

function bodyOf(route: string): object | undefined {
  if (route.startsWith("PATCH")) return { size_gb: 1 };
  return /^(POST|PUT)/.test(route) ? {} : undefined;
}
