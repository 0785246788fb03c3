import { expect, test } from "vitest";
import { newWorld, volumeBody } from "./support.ts";

test("a fault answers instead of the platform, which changes nothing", async () => {
  const { send, platform } = newWorld();
  platform.faults.add({ method: "POST", path: "/v1/volumes", status: 503, times: 2 });
  for (const status of [503, 503, 201]) {
    expect((await send("POST /v1/volumes", volumeBody())).status).toBe(status);
  }
  expect(platform.snapshot().volume).toHaveLength(1);
});

test("it has the body and type that were asked for, else a JSON error", async () => {
  const { send, platform } = newWorld();
  platform.faults.add({
    status: 502,
    body: "<h1>Bad gateway</h1>",
    contentType: "text/html",
    times: 1,
  });
  const page = await send("GET /v1/volumes");
  expect(page).toMatchObject({ status: 502, body: "<h1>Bad gateway</h1>" });
  expect(page.headers.get("content-type")).toBe("text/html");
  platform.faults.add({ status: 500 });
  expect((await send("GET /v1/volumes")).body).toEqual({ error: expect.any(String) });
});

test("it may answer without a body", async () => {
  const { send, platform } = newWorld();
  platform.faults.add({ status: 204 });
  expect(await send("GET /v1/volumes")).toMatchObject({ status: 204, body: undefined });
});

test("it meets the methods and paths that it names", async () => {
  const { send, platform } = newWorld();
  platform.faults.add({ method: "GET", path: "/v1/volumes/*", status: 500 });
  expect((await send("GET /v1/volumes/vol_x")).status).toBe(500);
  expect((await send("GET /v1/volumes")).status).toBe(200);
  expect((await send("DELETE /v1/volumes/vol_x")).status).toBe(404);
});

test("the first one that matches answers", async () => {
  const { send, platform } = newWorld();
  platform.faults.add({ path: "/v1/volumes", status: 500, times: 1 });
  platform.faults.add({ status: 502 });
  expect((await send("GET /v1/volumes")).status).toBe(500);
  expect((await send("GET /v1/volumes")).status).toBe(502);
});

test("it comes before the key and the rate limit are looked at", async () => {
  const { platform } = newWorld();
  platform.faults.add({ status: 500 });
  expect((await platform.fetch(new Request("http://platform.test/v1/volumes"))).status).toBe(500);
});

test("clearing ends them", async () => {
  const { send, platform } = newWorld();
  platform.faults.add({ status: 500 });
  platform.faults.clear();
  expect((await send("GET /v1/volumes")).status).toBe(200);
});

test("one that could not answer is refused when it is added", () => {
  const { platform } = newWorld();
  expect(() => platform.faults.add({ status: 99 })).toThrow('"status" is not accepted');
  expect(() => platform.faults.add({ status: 500, times: 0 })).toThrow('"times" is not accepted');
  const unknown: Record<string, unknown>[] = [
    { path: "/v1/volumes" },
    { status: 500, delay: 5 },
    { delay: -1 },
    { hang: true, body: "x" },
    { paged: { size: 0, as: "link" } },
  ];
  for (const fault of unknown) {
    const add: (fault: never) => string = platform.faults.add;
    expect(() => Reflect.apply(add, platform.faults, [fault]), JSON.stringify(fault)).toThrow(
      "The fault was not added: ",
    );
  }
  expect(platform.faults.list()).toEqual([]);
});

test.each([
  [{ status: 500, headers: { x: "a\nb" } }, '"headers.x" is not accepted: it has characters'],
  [{ status: 500, headers: { "a b": "x" } }, '"headers.a b" is not accepted: it is no name'],
  [{ status: 500, contentType: "a\r\nb" }, '"contentType" is not accepted: it has characters'],
  [{ status: 503, headers: { "Content-Length": "3" } }, '"headers.Content-Length" is not accepted'],
  [{ status: 503, headers: { "transfer-encoding": "x" } }, '"headers.transfer-encoding" is not'],
  [{ delay: 1e12 }, '"delay" is not accepted'],
  [{ drip: { bytes: 1, every: 1e12 } }, '"drip.every" is not accepted'],
  [
    { status: 500, method: "get" },
    '"method" is not accepted: there is no "get"; did you mean GET?',
  ],
  [{ status: 500, kind: "Volume" }, '"kind" is not accepted: there is no "Volume"; did you mean'],
  [{ status: 500, kind: "healthGate" }, '"kind" is not accepted: there is no "healthGate"; known:'],
  [{ status: 500, key: "nokey" }, '"key" is not accepted: there is no key with the id "nokey"'],
  [{ status: 500, path: "/v1/volumes?x=1" }, '"path" is not accepted: a path begins with /'],
  [{ status: 500, path: "v1/volumes" }, '"path" is not accepted: a path begins with /'],
  [{ path: "/v1/volumes", dely: 1000 }, '"dely" is not a known field; did you mean delay?'],
  [{ status: 500, tims: 2 }, '"tims" is not a known field; did you mean times?'],
  [{ delay: 1000, body: "x" }, '"body" is not a known field; known: method, path, kind, id, key,'],
  [{ stuck: true, method: "GET" }, '"method" is not accepted: it chooses requests'],
])("what could never be met as it says is refused: %j", (fault, why) => {
  const { platform } = newWorld();
  const add: (fault: never) => string = platform.faults.add;
  expect(() => Reflect.apply(add, platform.faults, [fault])).toThrow(
    `The fault was not added: ${why}`,
  );
  expect(platform.faults.list()).toEqual([]);
});

test("two spellings of a header are one", async () => {
  const { send, platform } = newWorld();
  platform.faults.add({ status: 500, headers: { "Content-Type": "text/x" } });
  expect((await send("GET /v1/volumes")).headers.get("content-type")).toBe("text/x");
});
