import {
  Agent,
  createServer as createHttpServer,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { createServer, type Server, type Socket } from "node:net";
import { pipeline } from "node:stream";
import { createSecureContext, type SecureContext, TLSSocket } from "node:tls";
import { createProxyServer } from "httpxy";
import { localAddress } from "./local-address.ts";
import type { Entry } from "./plan.ts";

/** Asked at each connection and request. */
export interface Surroundings {
  /** Looks whether the platform has changed; the listener becomes what that makes of it. */
  look(): void;
  /** A connection to a backend; undefined when none takes one. */
  connect(entry: Entry, client: string): Promise<Socket | undefined>;
}

/** As long as clients keep a connection that they may use again. */
const keepAliveMilliseconds = 75_000;

/** An entry on a port of this machine. A change is for new connections and requests. */
export class Listener {
  readonly #surroundings: Surroundings;
  readonly #server: Server;
  readonly #http = createHttpServer({ keepAliveTimeout: keepAliveMilliseconds });
  readonly #proxy = createProxyServer({ xfwd: true });
  /** Connections of clients. */
  readonly #clients = new Set<Socket>();
  #entry: Entry;
  #secure: SecureContext | undefined;
  #problem: string | null = null;
  #isRetired = false;

  constructor(entry: Entry, surroundings: Surroundings) {
    this.#entry = entry;
    this.#surroundings = surroundings;
    this.#become(entry);
    this.#http.on("request", (incoming, outgoing) => void this.#passRequest(incoming, outgoing));
    this.#proxy.on("proxyRes", (answer) => {
      const { headers, statusCode = 0 } = answer;
      // How the backend keeps its connection is nothing to the client's.
      delete headers["keep-alive"];
      delete headers.connection;
      if (this.#isRetired) headers.connection = "close";
      // Node would throw, and this process end, for a status or a reason that no server may send.
      answer.statusMessage = "";
      if (statusCode < 100) answer.statusCode = 502;
    });
    const options = { allowHalfOpen: true, noDelay: true };
    this.#server = createServer(options, (socket) => this.#take(socket));
  }

  get object(): string {
    return this.#entry.object;
  }

  /** Where it listens; null before and after that. */
  get address(): string | null {
    return localAddress(this.#server);
  }

  /** Why it carries nothing. */
  get problem(): string | null {
    return this.#problem;
  }

  /** True once it listens no more and its last connection has ended. */
  get isOver(): boolean {
    return this.#isRetired && this.#clients.size === 0;
  }

  /** Listens on the port, or on a free one where that is taken. */
  async open(port: number): Promise<void> {
    try {
      await this.#listen(port).catch(() => this.#listen(0));
    } catch {
      this.#problem = "no port of this machine can be listened on";
    }
  }

  become(entry: Entry): void {
    const { cert, key } = this.#entry.tls ?? {};
    this.#entry = entry;
    if (entry.tls?.cert !== cert || entry.tls?.key !== key) this.#become(entry);
  }

  /** Takes no more connections; those under way end by themselves. */
  retire(): void {
    this.#isRetired = true;
    this.#server.close();
  }

  /** Takes no more connections and ends those under way. */
  end(): void {
    this.retire();
    for (const socket of this.#clients) socket.destroy();
  }

  #become({ tls }: Entry): void {
    this.#problem = null;
    this.#secure = undefined;
    try {
      if (tls !== undefined) {
        const { cert, key } = tls;
        this.#secure = createSecureContext({ cert, key });
      }
    } catch {
      // The error may quote the key.
      this.#problem = `certificate "${tls?.id}" and its private key cannot be used for TLS`;
    }
  }

  #listen(port: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#server.once("error", reject);
    this.#server.listen(port, "127.0.0.1", () => {
      this.#server.off("error", reject);
      resolve();
    });
    return promise;
  }

  #take(raw: Socket): void {
    this.#surroundings.look();
    const secureContext = this.#secure;
    if (this.#problem !== null) return void raw.destroy();
    const socket =
      secureContext === undefined ? raw : new TLSSocket(raw, { isServer: true, secureContext });
    this.#clients.add(socket);
    const end = () => raw.destroy();
    raw.on("error", end);
    socket.on("error", end).on("close", () => this.#clients.delete(socket));
    if (this.#entry.balancing !== undefined) this.#http.emit("connection", socket);
    else void this.#passConnection(socket);
  }

  async #passConnection(socket: Socket): Promise<void> {
    const backend = await this.#connect(socket);
    if (backend === undefined) return void socket.destroy();
    pipeline(socket, backend, socket, () => {
      socket.destroy();
      backend.destroy();
    });
  }

  /** Each request opens a new connection to its backend: a reused one may end at that moment. */
  async #passRequest(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    this.#surroundings.look();
    const backend = await this.#connect(incoming.socket);
    if (backend === undefined) return refuse(outgoing, 503, "no healthy backend");
    // The client may be gone by now.
    if (outgoing.destroyed) return void backend.destroy();
    outgoing.on("close", () => backend.destroy());
    const agent = Object.assign(new Agent(), { createConnection: () => backend });
    try {
      await this.#proxy.web(incoming, outgoing, { agent, target: "http://127.0.0.1" });
    } catch {
      refuse(outgoing, 502, "the backend ended the connection");
    }
  }

  #connect({ remoteAddress = "" }: Socket): Promise<Socket | undefined> {
    return this.#surroundings.connect(this.#entry, remoteAddress);
  }
}

/** An answer of the load balancer itself; one that has begun breaks off. */
function refuse(outgoing: ServerResponse, status: number, why: string): void {
  if (outgoing.headersSent) return void outgoing.destroy();
  outgoing.writeHead(status, { "content-type": "application/json", connection: "close" });
  outgoing.end(`${JSON.stringify({ error: why })}\n`);
}
