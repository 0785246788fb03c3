import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { unstated } from "../rules/rule.ts";
import { type Delivery, Refusal } from "./answer.ts";
import type { Arriving } from "./arriving.ts";
import { answerBrokenRequest, refuseExpectation, refuseHost, refuseTunnel } from "./malformed.ts";
import { arrivingOn, deliverOn, type Exchange, requestOn } from "./socket.ts";

/** A platform behind a socket. */
export interface ServedPlatform {
  /** Where it answers, on this machine alone. */
  readonly url: string;
  /** Ends when the answers under way are given, or have had a second for that. */
  close(): Promise<void>;
}

/** What is served: its answers, and for what of its paths there are others, a `fetch`. */
interface Answering {
  fetch(request: Request): Promise<Response>;
  /** Undefined for a path that only `fetch` answers. */
  answer?(request: Arriving): Promise<Delivery> | undefined;
}

/** See `servePlatform`. */
export async function serve(platform: Answering, port: number): Promise<ServedPlatform> {
  const server = createServer({ requireHostHeader: false }, (incoming, outgoing) => {
    if (!refuseHost(incoming, outgoing)) void answerOn(platform, { incoming, outgoing });
  });
  server.on("clientError", answerBrokenRequest);
  server.on("checkExpectation", refuseExpectation);
  server.on("connect", refuseTunnel);
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return { url: urlOf(server), close: () => close(server) };
}

async function answerOn(platform: Answering, exchange: Exchange): Promise<void> {
  const { outgoing } = exchange;
  const request = usable(() => arrivingOn(exchange));
  if (request === undefined) {
    const { answer } = Refusal.json(400, "the request has no usable address", { by: unstated });
    return deliverOn(outgoing, answer);
  }
  try {
    const answer = platform.answer?.(request) ?? fetched(platform, exchange);
    await deliverOn(outgoing, await answer);
  } catch {
    // A fault ended the connection, or the client is gone.
    outgoing.socket?.destroy();
  }
}

/** What `fetch` gives, as it leaves. */
async function fetched(platform: Answering, exchange: Exchange): Promise<Delivery> {
  const request = usable(() => requestOn(exchange));
  if (request === undefined) return noSuchMethod(exchange);
  const { status, headers, body } = await platform.fetch(request);
  const parts = body === null ? {} : { parts: body };
  return { status, headers: Object.fromEntries(headers), body: null, ...parts };
}

/** There are methods, like TRACE, that `fetch` does not know. */
function noSuchMethod({ incoming: { method } }: Exchange): Delivery {
  const error = `the request was refused: ${method} is no method of this path`;
  return Refusal.json(501, error, { by: unstated }).answer;
}

/** Undefined where a request's address or method is none. */
function usable<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
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
