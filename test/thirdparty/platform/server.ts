import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { ThirdParty } from "./index.ts";

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString("utf8");
}

function headersOf(request: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  return headers;
}

async function reply(
  thirdParty: ThirdParty,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await bodyOf(request);
  const answer = thirdParty.handle({
    method: request.method ?? "GET",
    path: request.url ?? "/",
    headers: headersOf(request),
    body,
  });
  // The platform's own clock is in its Date header.
  response.sendDate = false;
  response.writeHead(answer.status, answer.headers);
  response.end(answer.body);
}

/** Both hosts at one address (§1: their prefixes do not meet). */
export async function serve(
  thirdParty: ThirdParty,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    reply(thirdParty, request, response).catch((error: unknown) => {
      response.writeHead(500, { "Content-Type": "application/json" });
      response.end(JSON.stringify({ error: `request: ${String(error)}` }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
