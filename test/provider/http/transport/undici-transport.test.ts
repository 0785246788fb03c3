import { createServer } from "node:http";
import { createSecureServer } from "node:http2";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { HostingError } from "../../../../provider/errors.ts";
import { makeCertificate } from "../../../support/certificate.ts";
import { open, request } from "./open-transport.ts";
import { listenWith, originOf } from "./sockets.ts";

const json = "content-type: application/json";

describe("an answer", () => {
  test("comes with status, headers and body; the request with headers and body", async () => {
    const server = await listenWith(
      "HTTP/1.1 201 Created",
      "Content-Type: application/json",
      "Content-Length: 8",
      "",
      '{"a": 1}',
    );
    const response = await open(server.origin).send(
      request({ method: "POST", headers: { authorization: "Bearer k" }, body: '{"name":"data"}' }),
    );
    expect(response).toEqual({
      status: 201,
      headers: { "content-type": "application/json", "content-length": "8" },
      body: '{"a": 1}',
    });
    expect(server.received()).toMatch(/^POST \/v1\/volumes HTTP\/1\.1\r\n/);
    expect(server.received()).toContain("authorization: Bearer k\r\n");
    expect(server.received()).toMatch(/\{"name":"data"\}$/);
  });

  test("after an interim answer is the final one", async () => {
    const server = await listenWith(
      "HTTP/1.1 103 Early Hints",
      "link: </x>",
      "",
      "HTTP/1.1 204 No Content",
      "",
      "",
    );
    await expect(open(server.origin).send(request())).resolves.toMatchObject({
      status: 204,
      body: "",
    });
  });

  test.each([
    ["identity", Buffer.from('{"id":1}')],
    ["identity", Buffer.from('\ufeff{"id":1}')],
    ["gzip", gzipSync('{"id":1}')],
    ["deflate", deflateSync('{"id":1}')],
    ["br", brotliCompressSync('{"id":1}')],
    ["zstd", zstdCompressSync('{"id":1}')],
    ["gzip", Buffer.alloc(0), ""],
  ])("in %s is read: %#", async (encoding, body, text = '{"id":1}') => {
    const server = createServer((_incoming, answer) => {
      answer.writeHead(200, { "content-encoding": encoding }).end(body);
    });
    onTestFinished(() => void server.close());
    const response = await open(await originOf(server)).send(request());
    expect(response.body).toBe(text);
  });

  test("that redirects is not followed", async () => {
    const other = await listenWith("HTTP/1.1 200 OK", "content-length: 0", "", "");
    const server = await listenWith(
      "HTTP/1.1 307 Temporary Redirect",
      `location: ${other.origin}/v1/volumes`,
      "content-length: 0",
      "",
      "",
    );
    const response = await open(server.origin).send(request({ method: "POST", body: "{}" }));
    expect(response.status).toBe(307);
    expect(other.connections()).toBe(0);
  });
});

describe("the host", () => {
  test.each([
    ["/v1", "second"],
    ["/api/v1", "console"],
    ["/api/v2", "console"],
  ] as const)("of %s is the %s one", async (prefix, name) => {
    const answer = (body: string) =>
      listenWith("HTTP/1.1 200 OK", json, `content-length: ${body.length}`, "", body);
    const [consoleHost, second] = await Promise.all([answer("console"), answer("second")]);
    const transport = open(consoleHost.origin, second.origin);
    const response = await transport.send(request({ prefix, target: `${prefix}/x` }));
    expect(response.body).toBe(name);
  });

  test.each([
    "//evil.example/v1/x",
    "http://evil.example/v1/x",
    "/v1/../api/v1/x",
    "/v1/%2e%2e/x",
    "/v2/x",
    "/v1",
    "/v1//x",
    "/v1/x\\..\\y",
    "/v1/x#y",
  ])("cannot be left by the path %s", async (target) => {
    const server = await listenWith("HTTP/1.1 200 OK", "content-length: 0", "", "");
    const sent = open(server.origin).send(request({ target }));
    await expect(sent).rejects.toSatisfy(
      (error) => HostingError.isInstance(error) && error.code === "bug",
    );
    expect(server.connections()).toBe(0);
  });
});

test("a server that offers HTTP/2 is spoken to in HTTP/1.1", async () => {
  const { certificate, privateKey } = makeCertificate({ domains: ["localhost"] });
  const before = getCACertificates("default");
  setDefaultCACertificates([certificate]);
  onTestFinished(() => setDefaultCACertificates(before));
  const server = createSecureServer({ cert: certificate, key: privateKey, allowHTTP1: true });
  onTestFinished(() => void server.close());
  server.on("request", (incoming, answer) => answer.end(incoming.httpVersion));
  const transport = open(await originOf(server, "https", "localhost"));
  await expect(transport.send(request())).resolves.toMatchObject({ status: 200, body: "1.1" });
});
