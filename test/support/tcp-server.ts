import { once } from "node:events";
import type { Server, Socket } from "node:net";

/** A server of this machine that listens. */
export interface TcpServer extends AsyncDisposable {
  readonly port: number;
  /** Closes a socket with the server, besides those that come to it. */
  hold(socket: Socket): Socket;
}

/** Lets a server listen on a free port; its end is the end of all its sockets. */
export async function listen(server: Server): Promise<TcpServer> {
  const sockets = new Set<Socket>();
  const hold = (socket: Socket) => {
    sockets.add(socket.on("error", () => socket.destroy()));
    return socket;
  };
  server.on("connection", hold);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return {
    ...{ port: address.port, hold },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
