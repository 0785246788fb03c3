import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import type { Delivery } from "./answer.ts";
import { type Arriving, arriving } from "./arriving.ts";

/** Both ends of one exchange over a socket. */
export interface Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

/** Paths that mean what they say: nothing in them is decoded or resolved. */
const plainPath = /^(\/[\w-]+)+(?=\?|$)/;

/** A request that came over a socket. Making a `Request` of it would take longer than most answers. */
export function arrivingOn(exchange: Exchange): Arriving {
  const { incoming } = exchange;
  const { method = "GET", url = "/", headers } = incoming;
  const [plain] = plainPath.exec(url) ?? [];
  return {
    method,
    isServed: true,
    path: plain ?? arriving(new Request(addressOf(url))).path,
    query: () => new URL(addressOf(url)).searchParams,
    header: (name) => headers[name]?.toString(),
    get signal() {
      return signalOf(exchange);
    },
    read: (most) => bytesOf(incoming, most),
  };
}

/** The same as a `Request`. */
export function requestOn(exchange: Exchange): Request {
  const { incoming } = exchange;
  const { method = "GET", url = "/", headersDistinct } = incoming;
  const headers = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  const body = hasBody(incoming) ? { body: Readable.toWeb(incoming), duplex: "half" as const } : {};
  return new Request(addressOf(url), { method, headers, signal: signalOf(exchange), ...body });
}

/** Sends an answer; each part of one in parts is on its way before the next one is there. */
export async function deliverOn(outgoing: ServerResponse, answer: Delivery): Promise<void> {
  const { status, headers, body, parts } = answer;
  if (parts === undefined) {
    const length = body === null ? {} : { "content-length": Buffer.byteLength(body) };
    outgoing.writeHead(status, { ...headers, ...length }).end(body ?? undefined);
    return;
  }
  outgoing.writeHead(status, headers);
  outgoing.flushHeaders();
  for await (const part of parts) {
    await new Promise<void>((sent) => outgoing.write(part, () => sent()));
  }
  outgoing.end();
}

/** The platform is the same whatever name it is called by. */
function addressOf(target: string): string {
  return target.startsWith("/") ? `http://localhost${target}` : target;
}

function hasBody({ method, headers }: IncomingMessage): boolean {
  if (method === "GET" || method === "HEAD") return false;
  return "transfer-encoding" in headers || Number(headers["content-length"]) > 0;
}

/** By its events: an iterator over them takes longer than most bodies. */
function bytesOf(incoming: IncomingMessage, most: number): Promise<Uint8Array | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    incoming.on("data", (chunk: Uint8Array) => {
      bytes += chunk.byteLength;
      if (bytes > most) resolve(undefined);
      else chunks.push(chunk);
    });
    incoming.once("end", () => resolve(Buffer.concat(chunks)));
    incoming.once("error", reject);
  });
}

function signalOf({ outgoing }: Exchange): AbortSignal {
  const gone = new AbortController();
  if (outgoing.destroyed && !outgoing.writableFinished) gone.abort();
  outgoing.once("close", () => {
    if (!outgoing.writableFinished) gone.abort();
  });
  return gone.signal;
}
