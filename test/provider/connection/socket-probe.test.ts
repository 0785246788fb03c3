import { once } from "node:events";
import { createServer as createHttpServer, type RequestListener } from "node:http";
import { createServer, type Server } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { probeBySocket } from "../../../provider/connection/socket-probe.ts";
import type { ProbeTarget } from "../../../provider/definition/session.ts";

async function portOf(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return address.port;
}

function probe(port: number, more: Partial<ProbeTarget> = {}) {
  const target = {
    instanceId: "inst_1",
    address: "127.0.0.1",
    path: "/",
    protocol: "http",
  } as const;
  return probeBySocket({ ...target, port, timeoutMilliseconds: 5000, ...more });
}

function web(listener: RequestListener): Promise<number> {
  return portOf(createHttpServer(listener));
}

describe("a probe over http", () => {
  test.each([200, 204, 302])("is content with %i", async (status) => {
    const port = await web((_request, response) => response.writeHead(status).end());
    expect(await probe(port)).toEqual({ healthy: true });
  });

  test.each([404, 503])("is not with %i, and reports it", async (status) => {
    const port = await web((_request, response) => response.writeHead(status).end());
    const reason = `/healthz answered ${status}`;
    expect(await probe(port, { path: "/healthz" })).toEqual({ healthy: false, reason });
  });

  test("does not wait for the end of a body", async () => {
    const port = await web((_request, response) => response.writeHead(200).write("for ever"));
    expect(await probe(port)).toEqual({ healthy: true });
  });

  test("gives up on a program that says nothing", async () => {
    const port = await web(() => undefined);
    const result = await probe(port, { timeoutMilliseconds: 50 });
    expect(result).toEqual({ healthy: false, reason: "no answer within 0.05 s" });
  });
});

describe("a probe over tcp", () => {
  test("is content with a connection", async () => {
    const port = await portOf(createServer((socket) => socket.end()));
    expect(await probe(port, { protocol: "tcp" })).toEqual({ healthy: true });
  });

  test.each(["tcp", "http"] as const)("%s: a closed port is the reason", async (protocol) => {
    const server = createServer();
    const port = await portOf(server);
    server.close();
    await once(server, "close");
    const result = await probe(port, { protocol });
    expect(result).toMatchObject({
      healthy: false,
      reason: expect.stringContaining("ECONNREFUSED"),
    });
  });
});
