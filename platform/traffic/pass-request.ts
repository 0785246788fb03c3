import { type ClientRequest, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

/** One request of a client, and where its answer goes. */
export interface Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  /** True where the client's connection ends with the answer. */
  readonly isLast: boolean;
}

/** Passes a request to a backend on a connection of its own, and the answer back as it comes. */
export function passRequest({ incoming, outgoing, isLast }: Exchange, backend: Duplex): void {
  const { method, url: path, socket } = incoming;
  const client = socket.remoteAddress ?? "";
  const scheme = "encrypted" in socket ? "https" : "http";
  const asked = request({
    createConnection: () => backend,
    ...(method !== undefined && { method }),
    ...(path !== undefined && { path }),
    headers: [
      ...withoutHops(incoming.rawHeaders, ["expect"]),
      ...["X-Forwarded-For", client, "X-Forwarded-Proto", scheme],
    ],
  });
  asked.on("response", (answer) => passAnswer(answer, { outgoing, isLast }));
  asked.on("upgrade", () => refuse(outgoing, 502, "the backend speaks another protocol"));
  // What goes wrong after the answer began, the answer tells.
  asked.on("error", () => {
    if (!outgoing.headersSent) refuse(outgoing, 502, "the backend ended the connection");
  });
  endWith(asked, outgoing, backend);
  incoming.pipe(asked);
}

/** An answer of the load balancer's own. */
export function refuse(outgoing: ServerResponse, status: number, why: string): void {
  if (outgoing.headersSent) outgoing.destroy();
  else {
    outgoing.writeHead(status, { "content-type": "application/json", connection: "close" });
    outgoing.end(`${JSON.stringify({ error: why })}\n`);
  }
}

function passAnswer(
  answer: IncomingMessage,
  { outgoing, isLast }: Omit<Exchange, "incoming">,
): void {
  const { statusCode = 502, statusMessage = "", rawHeaders } = answer;
  const headers = withoutHops(rawHeaders, ["transfer-encoding"]);
  const end = isLast ? ["Connection", "close"] : [];
  try {
    outgoing.writeHead(statusCode, statusMessage, [...headers, ...end]);
  } catch {
    // What could not be sent is still what it would send.
    outgoing.statusMessage = "";
    refuse(outgoing, 502, "the backend's answer has a status that is none");
    return;
  }
  // Where the backend breaks off, so does what the client gets.
  answer.pipe(outgoing);
  answer.on("close", () => {
    if (!answer.complete) outgoing.destroy();
  });
}

/** A client that is gone wants no answer. */
function endWith(asked: ClientRequest, outgoing: ServerResponse, backend: Duplex): void {
  outgoing.on("close", () => {
    asked.destroy();
    backend.destroy();
  });
}

/** What is about one connection alone is not passed on. */
const hops = ["connection", "keep-alive", "proxy-connection", "te", "trailer", "upgrade"];

function withoutHops(raw: readonly string[], more: readonly string[]): string[] {
  return raw.flatMap((name, at) => {
    if (at % 2 === 1) return [];
    const lower = name.toLowerCase();
    return hops.includes(lower) || more.includes(lower) ? [] : [name, raw[at + 1] ?? ""];
  });
}
