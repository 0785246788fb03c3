import {
  createServer as createHttpServer,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { createServer, type Server, type Socket } from "node:net";
import { pipeline } from "node:stream";
import { TLSSocket } from "node:tls";
import type { Entry } from "./entry.ts";
import { localAddress } from "./local.ts";
import { passRequest, refuse } from "./pass-request.ts";

/** What a listener asks for each connection, and tells of it. */
export interface Surroundings {
  /** Looks whether the world has changed; what it changed, the listener is told before this ends. */
  look(): void;
  connect(entry: Entry, client: string): Promise<Socket | undefined>;
}

/** An entry on a port of this machine. What changes, changes for new connections and requests. */
export class Listener {
  readonly #surroundings: Surroundings;
  readonly #server: Server;
  readonly #http = createHttpServer({ keepAliveTimeout: keepAliveMilliseconds });
  /** Connections of clients. */
  readonly #clients = new Set<Socket>();
  /** Why it does not listen. */
  problem: string | null = null;
  #entry: Entry;
  #isRetired = false;

  constructor(entry: Entry, surroundings: Surroundings) {
    this.#entry = entry;
    this.#surroundings = surroundings;
    this.#http.on("request", (...exchange) => void this.#passRequest(...exchange));
    this.#server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      this.#take(socket),
    );
  }

  get object(): string {
    return this.#entry.object;
  }

  /** Where it listens; null before and after that. */
  get address(): string | null {
    return localAddress(this.#server) ?? null;
  }

  /** True once it listens no more and its last connection has ended. */
  get isOver(): boolean {
    return this.#isRetired && this.#clients.size === 0;
  }

  /** Listens on the port, or on a free one where that is taken. */
  async open(port: number): Promise<void> {
    try {
      await this.#listen(port).catch(() => this.#listen(0));
    } catch (error) {
      this.problem = `no port can be listened on (${String(error)})`;
    }
  }

  become(entry: Entry): void {
    this.#entry = entry;
  }

  /** Takes no more connections; those under way end by themselves. */
  retire(): void {
    this.#isRetired = true;
    this.#server.close();
  }

  /** The same, and ends those under way. */
  end(): void {
    this.retire();
    for (const socket of this.#clients) socket.destroy();
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
    const { secure, isByRequest } = this.#entry;
    const socket =
      secure === undefined ? raw : new TLSSocket(raw, { isServer: true, secureContext: secure });
    this.#watch(socket, raw);
    if (isByRequest) this.#http.emit("connection", socket);
    else void this.#passConnection(socket, raw);
  }

  #watch(socket: Socket, raw: Socket): void {
    this.#clients.add(socket);
    const end = () => raw.destroy();
    raw.on("error", end);
    socket.on("error", end).on("close", () => this.#clients.delete(socket));
  }

  async #passRequest(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    this.#surroundings.look();
    const entry = this.#entry;
    const backend = await this.#connect(entry, incoming.socket);
    if (backend === undefined) return refuse(outgoing, 503, "no healthy backend");
    passRequest({ incoming, outgoing, isLast: this.#isRetired }, backend);
  }

  async #passConnection(socket: Socket, raw: Socket): Promise<void> {
    const entry = this.#entry;
    const backend = await this.#connect(entry, raw);
    if (backend === undefined) return void raw.destroy();
    pipeline(socket, backend, socket, () => {
      raw.destroy();
      backend.destroy();
    });
  }

  #connect(entry: Entry, { remoteAddress = "" }: Socket): Promise<Socket | undefined> {
    return this.#surroundings.connect(entry, remoteAddress);
  }
}

/** As long as clients keep a connection that they may use again. */
const keepAliveMilliseconds = 75_000;
