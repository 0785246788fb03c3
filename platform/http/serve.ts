import { once } from "node:events";
import { createServer, type Server, ServerResponse } from "node:http";
import {
  getRequestListener,
  type Http2Bindings,
  type HttpBindings,
  RequestError,
} from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { CutResponse } from "./cut-response.ts";

/** A platform behind a socket. */
export interface ServedPlatform {
  /** Where it answers, on this machine alone. */
  readonly url: string;
  /** Ends when the answers under way are given, or have had a second for that. */
  close(): Promise<void>;
}

/** Names of this machine: a page in a browser cannot make another name lead here and be answered. */
const loopback = /^(localhost|[\w.-]+\.localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

/** Serves what `fetch` answers on 127.0.0.1; where it throws, the connection ends. */
export async function serve(
  fetch: (request: Request) => Promise<Response>,
  port: number,
): Promise<ServedPlatform> {
  const listener = getRequestListener(
    async (request, { incoming, outgoing }: HttpBindings | Http2Bindings) => {
      if (!loopback.test(incoming.headers.host ?? "")) {
        return refusal(421, "its Host header names another host; use localhost or 127.0.0.1");
      }
      try {
        const response = await fetch(request);
        const isCut = response instanceof CutResponse && outgoing instanceof ServerResponse;
        return isCut ? await write(response, outgoing) : response;
      } catch (error) {
        // A fault ended the connection, or the client is gone.
        incoming.socket.destroy();
        throw error;
      }
    },
    {
      errorHandler: (error) =>
        error instanceof RequestError ? refusal(400, "it has no usable address") : undefined,
    },
  );
  const server = createServer(listener);
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return { url: urlOf(server), close: () => close(server) };
}

/** Sends each byte before it asks for the next one. @throws ConnectionReset at the cut. */
async function write({ status, headers, body }: Response, outgoing: ServerResponse) {
  outgoing.writeHead(status, Object.fromEntries(headers));
  for await (const chunk of body ?? []) {
    await new Promise((sent) => outgoing.write(chunk, sent));
  }
  outgoing.end();
  return RESPONSE_ALREADY_SENT;
}

function refusal(status: number, why: string): Response {
  return Response.json({ error: `the request was refused: ${why}` }, { status });
}

const graceMilliseconds = 1000;

async function close(server: Server): Promise<void> {
  const closed = once(server, "close");
  server.close();
  const timer = setTimeout(() => server.closeAllConnections(), graceMilliseconds);
  await closed;
  clearTimeout(timer);
}

function urlOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return `http://${address.address}:${address.port}`;
}
