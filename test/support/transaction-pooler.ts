import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A pooler in transaction mode, as PgBouncer is one: each transaction of a client has another connection to the server. */
export interface Pooler extends AsyncDisposable {
  readonly port: number;
  /** How many connections to the server have carried a transaction. */
  readonly used: number;
}

const backends = 3;
/** ReadyForQuery, and outside of a transaction. */
const [ready, idle] = [0x5a, 0x49];

/** Opens one on a free port, without encryption. */
export async function openPooler(target: number): Promise<Pooler> {
  const sockets = new Set<Socket>();
  const used = new Set<Socket>();
  const held = (socket: Socket) => {
    sockets.add(socket.on("error", () => socket.destroy()));
    return socket;
  };
  const server = createServer((client) => {
    held(client);
    client.once("data", (startup) => serve(client, startup));
  });
  const serve = (client: Socket, startup: Buffer) => {
    const pool = Array.from({ length: backends }, () => held(connect(target, "127.0.0.1")));
    let transactions = 0;
    for (const [at, backend] of pool.entries()) {
      backend.write(startup);
      let isStarting = true;
      onMessages(backend, (message, isReady) => {
        // One of them answers to the client's start.
        if (!isStarting || at === 0) client.write(message);
        if (isReady && !isStarting) transactions += 1;
        if (isReady) isStarting = false;
      });
      backend.on("close", () => client.destroy());
      client.on("close", () => backend.destroy());
    }
    client.on("data", (part) => {
      const backend = pool[transactions % backends];
      if (backend === undefined) return;
      used.add(backend);
      backend.write(part);
    });
  };
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The pooler has no port.");
  return {
    port: address.port,
    get used() {
      return used.size;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** Calls back with each message of the server; each has a letter and its length. */
function onMessages(backend: Socket, take: (message: Buffer, isReady: boolean) => void): void {
  let rest = Buffer.alloc(0);
  backend.on("data", (part: Buffer) => {
    rest = Buffer.concat([rest, part]);
    while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
      const length = rest.readUInt32BE(1) + 1;
      const message = rest.subarray(0, length);
      rest = rest.subarray(length);
      take(message, message[0] === ready && message[5] === idle);
    }
  });
}
