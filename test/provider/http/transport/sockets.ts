import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** A listening server: its origin, and what arrived. */
interface Listener {
  readonly origin: string;
  /** The text of all requests so far. */
  readonly received: () => string;
  readonly connections: () => number;
}

/** The action of a raw server once the first bytes of a request are there. */
type Reaction = (socket: Socket) => void;

/** A server on loopback that answers each chunk it receives as the test says. */
export async function listenRaw(react: Reaction): Promise<Listener> {
  const chunks: Buffer[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("data", (chunk) => {
      chunks.push(chunk);
      react(socket);
    });
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    origin: await originOf(server),
    received: () => Buffer.concat(chunks).toString("latin1"),
    connections: () => sockets.size,
  };
}

/** A server that gives the same bytes to every request and keeps the connection open. */
export function listenWith(...lines: readonly string[]): Promise<Listener> {
  return listenRaw((socket) => socket.write(lines.join("\r\n")));
}

/** A port nothing listens on. */
export async function closedOrigin(): Promise<string> {
  const server = createServer();
  const origin = await originOf(server);
  server.close();
  await once(server, "close");
  return origin;
}

/** Starts listening on a free loopback port. */
export async function originOf(
  server: Server,
  scheme = "http",
  host = "127.0.0.1",
): Promise<string> {
  server.listen(0, host);
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the server has no port");
  return `${scheme}://${host}:${address.port}`;
}
