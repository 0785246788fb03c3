import { once } from "node:events";
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { connect, createServer, type Server, type Socket } from "node:net";
import { localAddress } from "./local-address.ts";
import type { MachineFacts } from "./plan.ts";

/** A machine while entries lead to it: the user's program, or an answerer while it is up. */
export class Backend {
  #facts: MachineFacts;
  #answerer: Answerer | undefined;
  /** Connections to it. */
  readonly #open = new Set<Socket>();

  constructor(facts: MachineFacts) {
    this.#facts = facts;
    this.become(facts);
  }

  get name(): string {
    return this.#facts.name;
  }

  /** How many connections are under way. */
  get open(): number {
    return this.#open.size;
  }

  /** Where it is on this machine; null where nobody answers. */
  get address(): string | null {
    return this.#facts.bound ?? this.#answerer?.address ?? null;
  }

  /** Takes over its new state: the connections of a machine that went down are cut. */
  become(facts: MachineFacts): void {
    const { condition, isAnswering, bound } = facts;
    this.#facts = facts;
    if (condition === "down") this.end();
    const isOurs = isAnswering && bound === undefined;
    if (isOurs && condition === "up") this.#answerer ??= new Answerer(() => this.#facts);
    else if (!isOurs) this.#endAnswerer();
  }

  async ready(): Promise<void> {
    await this.#answerer?.listening;
  }

  /** @throws Error when it takes no connection. */
  async connect(): Promise<Socket> {
    await this.ready();
    const { condition, isAnswering } = this.#facts;
    if (condition !== "up") throw new Error(`it is ${condition}`);
    if (!isAnswering || this.address === null) throw new Error("nothing answers on it");
    const [, host = "", port] = /^\[?(.*?)\]?:(\d+)$/.exec(this.address) ?? [];
    const socket = connect({ host, port: Number(port), allowHalfOpen: true, noDelay: true });
    this.#open.add(socket);
    // An error is followed by the end, which everybody who uses the socket sees.
    socket.on("error", () => socket.destroy()).on("close", () => this.#open.delete(socket));
    await once(socket, "connect");
    return socket;
  }

  /** As a machine goes down: connections under way are cut. */
  end(): void {
    for (const socket of this.#open) socket.destroy(new Error("the machine went down"));
    this.#endAnswerer();
  }

  #endAnswerer(): void {
    this.#answerer?.close();
    this.#answerer = undefined;
  }
}

/** Takes the place of the program on a running machine: it says to everybody which machine answers. */
class Answerer {
  readonly listening: Promise<unknown>;
  readonly #facts: () => MachineFacts;
  readonly #server: Server;
  readonly #http = createHttpServer((request, response) => this.#answer(request, response));
  readonly #sockets = new Set<Socket>();

  constructor(facts: () => MachineFacts) {
    this.#facts = facts;
    const options = { allowHalfOpen: true, noDelay: true };
    this.#server = createServer(options, (socket) => this.#take(socket)).listen(0, "127.0.0.1");
    this.listening = once(this.#server, "listening");
  }

  get address(): string | null {
    return localAddress(this.#server);
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #take(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on("close", () => this.#sockets.delete(socket)).on("error", () => socket.destroy());
    // A check of tcp ends without a word.
    socket.on("end", () => socket.end());
    socket.once("data", (first) => {
      socket.pause();
      socket.unshift(first);
      if (/^[A-Z]+ /.test(first.toString("latin1"))) this.#http.emit("connection", socket);
      else {
        socket.write(`${JSON.stringify(this.#who())}\n`);
        socket.pipe(socket);
      }
      socket.resume();
    });
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const body = JSON.stringify({ ...this.#who(), request: `${request.method} ${request.url}` });
    request.resume().on("end", () => {
      response.writeHead(200, { "content-type": "application/json" }).end(`${body}\n`);
    });
  }

  #who() {
    const { id, name, image } = this.#facts();
    return { id, name, image };
  }
}
