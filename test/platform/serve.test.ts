import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { servePlatform } from "../../platform/index.ts";
import { newWorld, volumeBody } from "./support.ts";

async function served() {
  const { platform } = newWorld();
  const server = await servePlatform(platform, 0);
  onTestFinished(() => server.close());
  const headers = {
    authorization: `Bearer ${platform.rootKey}`,
    "content-type": "application/json",
  };
  return { platform, url: server.url, headers };
}

/** Writes the bytes and gives all that comes until the connection ends. */
async function exchange(url: string, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  let text = "";
  socket.on("data", (chunk) => {
    text += String(chunk);
  });
  // What a server that is done with a connection does to bytes that are still on their way.
  socket.on("error", () => undefined);
  socket.write(bytes);
  await once(socket, "close");
  return text;
}

function statusAndBody(answer: string) {
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  return [Number(head.split(" ")[1]), JSON.parse(body)];
}

const refused = (why: string) => ({ error: `the request was refused: ${why}` });

describe("what is no request of ours is refused in JSON (spec 7.1)", () => {
  test.each([
    ["no HTTP", "HELLO\r\n\r\n", 400, refused("it is not valid HTTP")],
    [
      "no Host",
      "GET / HTTP/1.1\r\nconnection: close\r\n\r\n",
      400,
      refused("it has no Host header"),
    ],
    [
      "headers over 16 KiB",
      `GET / HTTP/1.1\r\nhost: localhost\r\nx: ${"x".repeat(20_000)}\r\n\r\n`,
      431,
      refused("its path and headers are larger than 16 KiB"),
    ],
    [
      "a chunk without a length",
      "POST /v1/volumes HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
      400,
      refused("it is not valid HTTP"),
    ],
  ])("%s", async (_what, bytes, status, body) => {
    const { url } = await served();
    expect(statusAndBody(await exchange(url, bytes))).toEqual([status, body]);
  });
});

describe("what Node does not hand on is answered in JSON (spec 7.1)", () => {
  const head = (line: string, more = "") =>
    `${line} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n${more}\r\n`;

  test("what is expected but 100-continue is refused", async () => {
    const { url } = await served();
    const answer = await exchange(url, head("POST /v1/volumes", "expect: foo\r\n"));
    const why = "its Expect header asks for what is not offered; leave it out";
    expect(statusAndBody(answer)).toEqual([417, refused(why)]);
    const evil = head("POST /v1/volumes", "expect: foo\r\n").replace("localhost", "evil.test");
    expect(statusAndBody(await exchange(url, evil))[0]).toBe(421);
  });

  test.each(["/_control/info", "/_control/nowhere"])("TRACE %s is refused", async (path) => {
    const { url } = await served();
    const answer = await exchange(url, head(`TRACE ${path}`));
    const why = "TRACE is no method of this path";
    expect(statusAndBody(answer)).toEqual([501, refused(why)]);
  });

  test("CONNECT is refused", async () => {
    const { url } = await served();
    const answer = await exchange(url, head("CONNECT evil.test:443"));
    const why = "CONNECT is no method of this server, which leads to no other host";
    expect(statusAndBody(answer)).toEqual([501, refused(why)]);
  });
});

test("HTTP/1.0 knows no Host header", async () => {
  const { url } = await served();
  const answer = await exchange(url, "GET /_control/health HTTP/1.0\r\n\r\n");
  expect(statusAndBody(answer)).toEqual([200, { ok: true }]);
  const [status] = statusAndBody(
    await exchange(url, "GET /_control/health HTTP/1.0\r\nhost: evil.test\r\n\r\n"),
  );
  expect(status).toBe(421);
});

describe("names of other hosts do not lead here", () => {
  const get = (host: string) => `GET / HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`;

  test.each([
    "evil.test",
    "evil.test:8787",
    "127.0.0.1.evil.test",
    "localhost.evil.test",
    "0.0.0.0",
    "",
  ])("%s is refused", async (host) => {
    const { url, platform } = await served();
    const [status, body] = statusAndBody(await exchange(url, get(host)));
    expect(status).toBe(421);
    expect(body).toEqual(refused("its Host header names another host; use localhost or 127.0.0.1"));
    expect(platform.requests()).toEqual([]);
  });

  test.each(["localhost", "LOCALHOST:1", "127.0.0.1:8787", "[::1]:8787", "api.localhost:8787"])(
    "%s is this machine",
    async (host) => {
      const { url } = await served();
      expect(statusAndBody(await exchange(url, get(host)))[0]).toBe(401);
    },
  );

  test("no page of another origin is let in", async () => {
    const { url, headers } = await served();
    const answer = await fetch(`${url}/v1/volumes`, {
      method: "OPTIONS",
      headers: { ...headers, origin: "https://evil.test" },
    });
    expect(answer.status).toBe(405);
    expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual(
      [],
    );
  });
});

describe("bodies", () => {
  test("a large one is refused before it has come, and a client that sends all reads that", async () => {
    const { url, headers } = await served();
    const body = Buffer.alloc(9 * 1024 * 1024, "x");
    const answer = await fetch(`${url}/v1/volumes`, { method: "POST", headers, body });
    expect([answer.status, await answer.json()]).toEqual([
      413,
      { error: expect.stringContaining("1048576 bytes") },
    ]);
    const length = `content-length: ${body.length}`;
    const head = `POST /v1/volumes HTTP/1.1\r\nhost: localhost\r\n${length}\r\nconnection: close`;
    const key = `authorization: ${headers.authorization}`;
    const early = await exchange(url, `${head}\r\n${key}\r\n\r\n{`);
    expect(statusAndBody(early)[0]).toBe(413);
  });
});

describe("faults of the connection are met by the client's socket", () => {
  test.each(["before", "after"] as const)("reset %s the commit", async (reset) => {
    const { platform, url, headers } = await served();
    platform.faults.add({ method: "POST", reset, times: 1 });
    const body = JSON.stringify(volumeBody());
    const asked = fetch(`${url}/v1/volumes`, { method: "POST", headers, body });
    await expect(asked).rejects.toMatchObject({ message: "fetch failed" });
    expect(platform.snapshot().volume).toHaveLength(reset === "after" ? 1 : 0);
    expect((await fetch(`${url}/v1/volumes`, { headers })).status).toBe(200);
  });

  test("a cut body breaks off after its first bytes", async () => {
    const { platform, url, headers } = await served();
    platform.faults.add({ method: "POST", cut: 7, times: 1 });
    const body = JSON.stringify(volumeBody());
    const lines = [
      "POST /v1/volumes HTTP/1.1",
      "host: localhost",
      `authorization: ${headers.authorization}`,
      "content-type: application/json",
      `content-length: ${body.length}`,
    ];
    const answer = await exchange(url, `${lines.join("\r\n")}\r\n\r\n${body}`);
    expect(answer).toMatch(/^HTTP\/1\.1 201 /);
    expect(answer.split("\r\n\r\n")[1]).toBe('7\r\n{"id":"\r\n');
    platform.faults.add({ method: "POST", cut: 7 });
    const read = async () =>
      (await fetch(`${url}/v1/volumes`, { method: "POST", headers, body })).text();
    await expect(read()).rejects.toThrow("terminated");
    expect(platform.snapshot().volume).toHaveLength(1);
  });

  test("a hang ends with the client, and the server goes on", async () => {
    const { platform, url, headers } = await served();
    platform.faults.add({ hang: true, times: 1 });
    const given = new AbortController();
    const asked = fetch(`${url}/v1/volumes`, { headers, signal: given.signal });
    const expected = expect(asked).rejects.toThrow();
    while (platform.faults.list()[0]?.met !== 1) await new Promise(setImmediate);
    given.abort();
    await expected;
    expect((await fetch(`${url}/v1/volumes`, { headers })).status).toBe(200);
  });

  test("a body that drips comes in parts and whole", async () => {
    const { platform, url, headers } = await served();
    platform.faults.add({ drip: { bytes: 1, every: 1 } });
    const answer = await fetch(`${url}/v1/volumes`, { headers });
    const parts: string[] = [];
    for await (const part of answer.body ?? []) parts.push(Buffer.from(part).toString());
    expect(parts).toEqual(["[", "]"]);
  });
});

describe("the server", () => {
  test("ends although a connection is kept alive and another one hangs", async () => {
    const { platform } = newWorld();
    const server = await servePlatform(platform, 0);
    await fetch(`${server.url}/v1/volumes`);
    platform.faults.add({ hang: true });
    const hanging = expect(fetch(`${server.url}/v1/volumes`)).rejects.toThrow();
    while (platform.faults.list()[0]?.met !== 1) await new Promise(setImmediate);
    await server.close();
    await hanging;
  });

  test("says that a port is taken", async () => {
    const { url } = await served();
    const { platform } = newWorld();
    await expect(servePlatform(platform, Number(new URL(url).port))).rejects.toMatchObject({
      code: "EADDRINUSE",
    });
  });
});
