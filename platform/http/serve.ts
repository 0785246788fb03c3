import { once } from "node:events";
import { createServer, type Server, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { comesInParts } from "../faults/connection.ts";
import { answerBrokenRequest, refuseHost } from "./malformed.ts";

/** A platform behind a socket. */
export interface ServedPlatform {
  /** Where it answers, on this machine alone. */
  readonly url: string;
  /** Ends when the answers under way are given, or have had a second for that. */
  close(): Promise<void>;
}

/** See `servePlatform`. */
export async function serve(
  platform: { fetch(request: Request): Promise<Response> },
  port: number,
): Promise<ServedPlatform> {
  const answer = getRequestListener(
    async (request, { outgoing }) => {
      try {
        const response = await platform.fetch(request);
        if (!(comesInParts(response) && outgoing instanceof ServerResponse)) return response;
        await sendParts(response, outgoing);
      } catch {
        // A fault ended the connection, or the client is gone.
        outgoing.socket?.destroy();
      }
      return RESPONSE_ALREADY_SENT;
    },
    {
      errorHandler: () =>
        Response.json({ error: "the request has no usable address" }, { status: 400 }),
    },
  );
  const server = createServer({ requireHostHeader: false }, (incoming, outgoing) => {
    if (!refuseHost(incoming, outgoing)) void answer(incoming, outgoing);
  });
  server.on("clientError", answerBrokenRequest);
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return { url: urlOf(server), close: () => close(server) };
}

const graceMilliseconds = 1000;

/** Each part on its way before the next one is there; the adapter would gather some first. */
async function sendParts(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.flushHeaders();
  for await (const part of response.body ?? []) {
    await new Promise<void>((sent) => outgoing.write(part, () => sent()));
  }
  outgoing.end();
}

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
