import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTcpServer, type Server, type Socket } from "node:net";
import { localAddress } from "./local.ts";
import type { MachineFacts } from "./machine-facts.ts";

/** Stands for the program on a running machine: it says to everybody which machine answers. */
export class Answerer {
  readonly listening: Promise<unknown>;
  readonly #facts: () => MachineFacts;
  readonly #server: Server;
  readonly #http = createServer((request, response) => this.#answer(request, response));
  readonly #sockets = new Set<Socket>();

  constructor(facts: () => MachineFacts) {
    this.#facts = facts;
    this.#server = createTcpServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      this.#take(socket),
    );
    this.#server.listen(0, "127.0.0.1");
    this.listening = once(this.#server, "listening");
  }

  /** Undefined until it listens. */
  get address(): string | undefined {
    return localAddress(this.#server);
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #take(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on("close", () => this.#sockets.delete(socket)).on("error", () => socket.destroy());
    // Who has nothing more to say is told everything by then, as by a check of tcp that said nothing.
    socket.on("end", () => socket.end());
    socket.once("data", (first) => {
      socket.pause();
      socket.unshift(first);
      if (requestLine.test(first.toString("latin1"))) this.#http.emit("connection", socket);
      else this.#echo(socket);
      socket.resume();
    });
  }

  /** Who answers, and what came. */
  #echo(socket: Socket): void {
    socket.write(`${JSON.stringify(this.#who())}\n`);
    socket.pipe(socket);
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { method, url } = request;
    const body = JSON.stringify({ ...this.#who(), request: `${method} ${url}` });
    request.resume().on("end", () => {
      response.writeHead(200, { "content-type": "application/json" }).end(`${body}\n`);
    });
  }

  #who() {
    const { id, name, image } = this.#facts();
    return { id, name, image };
  }
}

const requestLine = /^[A-Z]+ /;
