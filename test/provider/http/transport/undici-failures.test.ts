import { createServer as createHttpServer } from "node:http";
import { createSecureServer } from "node:http2";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { makeCertificate } from "../../../support/certificate.ts";
import { failureOf, open, request } from "./open-transport.ts";
import { closedOrigin, listenRaw, listenWith, originOf } from "./sockets.ts";

afterEach(() => vi.unstubAllEnvs());

const json = "content-type: application/json";

describe("nothing was sent", () => {
  test("when nothing listens", async () => {
    const transport = open(await closedOrigin());
    expect(await failureOf(transport.send(request({ method: "POST" })))).toEqual({
      phase: "unsent",
      reason: "the connection was refused",
    });
  });

  test("when the time is over before", async () => {
    const server = await listenWith("HTTP/1.1 200 OK", "content-length: 0", "", "");
    const transport = open(server.origin);
    const failure = await failureOf(transport.send(request({ signal: AbortSignal.abort() })));
    expect(failure).toEqual({ phase: "unsent", reason: "the operation's time was over" });
    expect(server.connections()).toBe(0);
  });

  test("when the time is over while all connections are busy", async () => {
    const { promise: allBusy, resolve } = Promise.withResolvers<void>();
    let requests = 0;
    const release: (() => void)[] = [];
    const server = await listenRaw((socket) => {
      release.push(() => socket.write("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"));
      requests += 1;
      if (requests === 8) resolve();
    });
    const transport = open(server.origin);
    const busy = Array.from({ length: 8 }, () => transport.send(request()));
    await allBusy;
    const timeUp = new AbortController();
    const late = failureOf(transport.send(request({ method: "POST", signal: timeUp.signal })));
    timeUp.abort();
    expect((await late).phase).toBe("unsent");
    for (const answer of release) answer();
    await Promise.all(busy);
    await transport.close();
    expect(server.received()).not.toContain("POST");
  });

  test("when the certificate is not trusted, whatever the environment says", async () => {
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    const { certificate, privateKey } = makeCertificate({ domains: ["localhost"] });
    const server = createSecureServer({ cert: certificate, key: privateKey, allowHTTP1: true });
    onTestFinished(() => void server.close());
    let requests = 0;
    server.on("request", () => (requests += 1));
    const transport = open(await originOf(server, "https", "localhost"));
    expect(await failureOf(transport.send(request({ method: "POST" })))).toEqual({
      phase: "unsent",
      reason: "the server's certificate is self-signed",
    });
    expect(requests).toBe(0);
  });
});

describe("the outcome is open", () => {
  test("when the connection is reset after the request", async () => {
    const server = await listenRaw((socket) => socket.resetAndDestroy());
    const failure = await failureOf(
      open(server.origin).send(request({ method: "POST", body: "{}" })),
    );
    expect(failure).toEqual({ phase: "sent", reason: "the connection was reset" });
  });

  test("when the server closes without an answer", async () => {
    const server = await listenRaw((socket) => socket.end());
    const failure = await failureOf(open(server.origin).send(request()));
    expect(failure.phase).toBe("sent");
  });

  test.each([
    ["of a stated length", ["content-length: 40", "", '{"id":"vol_1']],
    ["in chunks", ["transfer-encoding: chunked", "", "c", '{"id":"vol_1', ""]],
  ])("when the body %s is cut off", async (_name, rest) => {
    const server = await listenRaw((socket) =>
      socket.end(["HTTP/1.1 201 Created", json, ...rest].join("\r\n")),
    );
    const failure = await failureOf(open(server.origin).send(request({ method: "POST" })));
    expect(failure.phase).toBe("sent");
  });

  test("when the time is over while the body drips", async () => {
    const timeUp = new AbortController();
    const server = await listenRaw((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\n${json}\r\ncontent-length: 1000\r\n\r\n{`, () =>
        timeUp.abort(),
      );
    });
    const failure = await failureOf(open(server.origin).send(request({ signal: timeUp.signal })));
    expect(failure).toEqual({ phase: "sent", reason: "the operation's time was over" });
  });

  test.each(["content-length", "chunked"])(
    "when the body is larger than 8 MiB (%s)",
    async (framing) => {
      const size = 9 * 1024 * 1024;
      const server = createHttpServer((_incoming, answer) => {
        if (framing === "content-length") answer.setHeader("content-length", size);
        answer.end(Buffer.alloc(size, " "));
      });
      onTestFinished(() => void server.close());
      const failure = await failureOf(open(await originOf(server)).send(request()));
      expect(failure).toEqual({ phase: "sent", reason: "the answer is larger than 8 MiB" });
    },
  );

  test("when the headers are larger than Node reads, which its own option raises", async () => {
    const server = await listenWith(
      "HTTP/1.1 200 OK",
      `x: ${"x".repeat(20_000)}`,
      "content-length: 0",
      "",
      "",
    );
    // It is not tried again.
    await expect(open(server.origin).send(request())).rejects.toMatchObject({
      phase: "sent",
      permanent: true,
      reason: expect.stringContaining("NODE_OPTIONS=--max-http-header-size=65536"),
    });
  });

  test.each([
    ["gzip", gzipSync(Buffer.alloc(9 * 1024 * 1024)), "the answer is larger than 8 MiB"],
    ["gzip", Buffer.from("{}"), "the answer is compressed and cannot be read"],
    ["gzip", gzipSync("{}").subarray(0, -4), "the answer is compressed and cannot be read"],
    ["compress", Buffer.from("{}"), "the answer is compressed in an unknown way"],
  ])("when the body is %s and cannot be read: %#", async (encoding, body, reason) => {
    const server = createHttpServer((_incoming, answer) => {
      answer.writeHead(200, { "content-encoding": encoding }).end(body);
    });
    onTestFinished(() => void server.close());
    const failure = await failureOf(open(await originOf(server)).send(request()));
    expect(failure).toEqual({ phase: "sent", reason });
  });

  test("when the answer is not HTTP, without quoting it", async () => {
    const server = await listenWith("SSH-2.0-secret", "");
    const failure = await failureOf(open(server.origin).send(request()));
    expect(failure.phase).toBe("sent");
    expect(failure.reason).not.toContain("secret");
  });
});
