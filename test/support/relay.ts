import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** The way to a server of this machine, which may be slow, or refuse. */
export interface Relay extends AsyncDisposable {
  readonly port: number;
  /** How long each part of an answer is held up. */
  delayMs: number;
  /** Connections are closed as they come. */
  isRefusing: boolean;
}

/** Opens one on a free port. */
export async function openRelay(target: number): Promise<Relay> {
  const sockets = new Set<Socket>();
  const held = (socket: Socket) => {
    sockets.add(socket.on("error", () => socket.destroy()));
    return socket;
  };
  const server = createServer((incoming) => {
    held(incoming);
    if (relay.isRefusing) return void incoming.destroy();
    const onward = held(connect(target, "127.0.0.1"));
    incoming.pipe(onward);
    onward.on("data", (part) => setTimeout(() => incoming.write(part), relay.delayMs));
    onward.on("close", () => incoming.destroy());
    incoming.on("close", () => onward.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The relay has no port.");
  const relay: Relay = {
    ...{ port: address.port, delayMs: 0, isRefusing: false },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
  return relay;
}
