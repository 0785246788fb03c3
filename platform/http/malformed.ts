import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";

/** Names of this machine: a page in a browser cannot make another name lead here and be answered. */
const loopback = /^(localhost|[\w.-]+\.localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

/** True when the request was refused: it names no host, which only HTTP/1.0 leaves out, or another one than this machine. */
export function refuseHost(
  { headers: { host }, httpVersion }: IncomingMessage,
  outgoing: ServerResponse,
): boolean {
  if (host === undefined ? httpVersion === "1.0" : loopback.test(host)) return false;
  const [status, why] =
    host === undefined
      ? [400, "it has no Host header"]
      : [421, "its Host header names another host; use localhost or 127.0.0.1"];
  refuseWith(outgoing, status, why);
  return true;
}

/** Refuses what a request expects; `100-continue` is answered by Node (RFC 9110 10.1.1). */
export function refuseExpectation(incoming: IncomingMessage, outgoing: ServerResponse): void {
  if (refuseHost(incoming, outgoing)) return;
  refuseWith(outgoing, 417, "its Expect header asks for what is not offered; leave it out");
}

/** Refuses to be a way to another host. */
export function refuseTunnel(_incoming: IncomingMessage, socket: Duplex): void {
  // What is on its way when the connection ends is nobody's.
  socket.on("error", () => undefined);
  endWith(socket, 501, "CONNECT is no method of this server, which leads to no other host");
}

function refuseWith(outgoing: ServerResponse, status: number, why: string): void {
  const { body, headers } = refusal(why);
  outgoing.writeHead(status, headers).end(body);
}

/** Answers what is no HTTP request, or one that Node gave up, in the words of spec 7.1. */
export function answerBrokenRequest(
  error: Error & { readonly code?: string },
  socket: Duplex,
): void {
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const [status, why] = problems[error.code ?? ""] ?? [400, "it is not valid HTTP"];
  endWith(socket, status, why);
}

function endWith(socket: Duplex, status: number, why: string): void {
  const { body, headers } = refusal(why);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`);
}

/** As spec 7.1 has it; what follows on the connection is not read. */
function refusal(why: string) {
  const body = JSON.stringify({ error: `the request was refused: ${why}` });
  const headers = {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    connection: "close",
  };
  return { body, headers };
}

const problems: Readonly<Record<string, readonly [status: number, why: string]>> = {
  HPE_HEADER_OVERFLOW: [431, "its path and headers are larger than 16 KiB"],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "it did not come in time"],
};
