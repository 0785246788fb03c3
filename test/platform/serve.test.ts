import { once } from "node:events";
import { request } from "node:http";
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
  const create = () =>
    fetch(`${server.url}/v1/volumes`, {
      method: "POST",
      headers,
      body: JSON.stringify(volumeBody()),
    });
  return { platform, url: server.url, headers, create };
}

/** Writes the bytes and gives all that comes until the connection ends. */
async function exchange(url: string, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  let text = "";
  socket.on("data", (chunk) => {
    text += String(chunk);
  });
  // The effect of a server that is done with a connection on bytes that are still on their way.
  socket.on("error", () => undefined);
  socket.write(bytes);
  await once(socket, "close");
  return text;
}

describe("names of other hosts do not lead here", () => {
  const statusFor = async (host: string) => {
    const { url, platform } = await served();
    const head = `GET /v1/volumes HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`;
    const answer = await exchange(url, head);
    return { platform, answer, status: Number(answer.split(" ")[1]) };
  };

  test.each([
    "evil.test",
    "evil.test:8787",
    "127.0.0.1.evil.test",
    "localhost.evil.test",
    "0.0.0.0",
  ])("%s", async (host) => {
    const { status, answer, platform } = await statusFor(host);
    expect(status).toBe(421);
    expect(answer).toContain("its Host header names another host; use localhost or 127.0.0.1");
    expect(platform.requests()).toEqual([]);
  });

  test.each(["localhost", "LOCALHOST:1", "127.0.0.1:8787", "[::1]:8787", "api.localhost:8787"])(
    "%s is this machine",
    async (host) => {
      expect((await statusFor(host)).status).toBe(401);
    },
  );
});

test("a large body is refused before it has come", async () => {
  const { url, headers } = await served();
  const head = [
    "POST /v1/volumes HTTP/1.1",
    "host: localhost",
    "connection: close",
    `authorization: ${headers.authorization}`,
    "content-length: 9437184",
  ].join("\r\n");
  expect(await exchange(url, `${head}\r\n\r\n{`)).toMatch(/^HTTP\/1\.1 413 /);
});

test.each([
  ["no key", "", 401],
  ["a key", "the key", 413],
])("a body without an end is not read to it, with %s", async (_what, key, status) => {
  const { url, headers } = await served();
  const authorization = key === "" ? {} : { authorization: headers.authorization };
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const sent = request(`${url}/v1/volumes`, { method: "POST", headers: { ...authorization } });
  sent.on("response", ({ statusCode }) => resolve(statusCode)).on("error", reject);
  onTestFinished(() => void sent.destroy());
  const part = Buffer.alloc(64 * 1024, " ");
  let parts = 0;
  const more = () => {
    if (sent.destroyed || parts > 10_000) return;
    parts += 1;
    if (sent.write(part)) setImmediate(more);
    else sent.once("drain", more);
  };
  more();
  expect(await promise).toBe(status);
  // The system's buffers take some megabytes that nobody reads.
  expect(parts).toBeLessThan(1_000);
});

describe("faults of the connection are met by the client's socket", () => {
  test.each(["before", "after"] as const)("reset %s the commit", async (reset) => {
    const { platform, url, headers, create } = await served();
    platform.faults.add({ method: "POST", reset, times: 1 });
    await expect(create()).rejects.toMatchObject({ message: "fetch failed" });
    expect(platform.snapshot().volume).toHaveLength(reset === "after" ? 1 : 0);
    expect((await fetch(`${url}/v1/volumes`, { headers })).status).toBe(200);
  });

  test("a cut body breaks off after its first bytes", async () => {
    const { platform, url, headers, create } = await served();
    platform.faults.add({ method: "POST", cut: 7, times: 2 });
    const answer = await create();
    expect(answer.status).toBe(201);
    await expect(answer.text()).rejects.toThrow("terminated");
    const body = JSON.stringify(volumeBody("other"));
    const head = [
      "POST /v1/volumes HTTP/1.1",
      "host: localhost",
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      `content-length: ${body.length}`,
    ].join("\r\n");
    const bytes = await exchange(url, `${head}\r\n\r\n${body}`);
    expect(bytes).toMatch(/^HTTP\/1\.1 201 /);
    expect(bytes.split("\r\n\r\n")[1]).toBe('7\r\n{"id":"\r\n');
    expect(platform.snapshot().volume).toHaveLength(2);
  });

  test("a delay ends with the client, and the server goes on", async () => {
    const { platform, url, headers } = await served();
    platform.faults.add({ delay: 3_600_000, times: 1 });
    const given = new AbortController();
    const asked = fetch(`${url}/v1/volumes`, { headers, signal: given.signal });
    const expected = expect(asked).rejects.toThrow();
    while (platform.faults.list()[0]?.met !== 1) await new Promise(setImmediate);
    given.abort();
    await expected;
    expect((await fetch(`${url}/v1/volumes`, { headers })).status).toBe(200);
    expect(platform.requests()).toHaveLength(1);
  });
});

describe("the server", () => {
  test("ends although a connection is kept alive and an answer is late", async () => {
    const { platform } = newWorld();
    const server = await servePlatform(platform, 0);
    await fetch(`${server.url}/v1/volumes`);
    platform.faults.add({ delay: 3_600_000 });
    const late = expect(fetch(`${server.url}/v1/volumes`)).rejects.toThrow();
    while (platform.faults.list()[0]?.met !== 1) await new Promise(setImmediate);
    await server.close();
    await late;
  });

  test("says that a port is taken", async () => {
    const { url } = await served();
    const { platform } = newWorld();
    const taken = servePlatform(platform, Number(new URL(url).port));
    await expect(taken).rejects.toMatchObject({ code: "EADDRINUSE" });
  });
});
