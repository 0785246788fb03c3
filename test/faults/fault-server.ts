import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import type { Platform } from "../../platform/index.ts";
import type { Clock } from "../../provider/clock.ts";
import { originOf } from "../provider/http/transport/sockets.ts";
import { giveAnswer } from "./answers.ts";
import { type Deed, type Fault, isFor } from "./script.ts";

/** Header by which the client tells the server which of its requests one is. */
export const requestHeader = "x-test-request";

/** A platform behind a socket, on which requests meet the faults of a script. */
export interface FaultServer {
  readonly origin: string;
  /** The faults of the next requests. */
  readonly script: Fault[];
  /** Every request that arrived whole: `POST /v1/volumes`. */
  readonly arrived: readonly string[];
  /** Those that the platform carried out: it answered 2xx. */
  readonly accepted: readonly string[];
  /** Bytes that were sent to clients. */
  readonly sentBytes: () => number;
  /** Numbers of the requests that are kept waiting until somebody gives up. */
  readonly stalled: ReadonlySet<string>;
  /** True while something is carried out that no client waits for. */
  readonly isWorking: () => boolean;
}

/** Serves a platform on a free loopback port, with the faults of a script. */
export async function serveFaults(platform: Platform, clock: Clock): Promise<FaultServer> {
  const server = new Serving(platform, clock);
  return { ...server.seen, origin: await server.listen() };
}

class Serving {
  readonly #platform: Platform;
  readonly #clock: Clock;
  readonly #script: Fault[] = [];
  readonly #used = new Map<Fault, number>();
  readonly #arrived: string[] = [];
  readonly #accepted: string[] = [];
  readonly #stalled = new Set<string>();
  readonly #sockets = new Set<Socket>();
  #working = 0;

  constructor(platform: Platform, clock: Clock) {
    this.#platform = platform;
    this.#clock = clock;
  }

  get seen(): Omit<FaultServer, "origin"> {
    return {
      script: this.#script,
      arrived: this.#arrived,
      accepted: this.#accepted,
      stalled: this.#stalled,
      sentBytes: () => [...this.#sockets].reduce((sum, socket) => sum + socket.bytesWritten, 0),
      isWorking: () => this.#working > 0,
    };
  }

  async listen(): Promise<string> {
    const server = createServer((request, response) => {
      this.#handle(request, response).catch(() => response.destroy());
    });
    server.on("connection", (socket) => {
      this.#sockets.add(socket);
      socket.on("error", () => socket.destroy());
    });
    onTestFinished(() => {
      server.close();
      server.closeAllConnections();
    });
    return originOf(server);
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "", url = "" } = request;
    const body = await buffer(request);
    const line = `${method} ${url.split("?")[0]}`;
    this.#arrived.push(line);
    const fault = this.#take(line);
    const { applied, answer = "whole", meanwhile } = fault ?? {};
    const wanted = toRequest(request, body);
    const own = applied === undefined ? await this.#apply(wanted, line) : undefined;
    if (typeof applied === "number") this.#applyLater(wanted, { line, afterMs: applied });
    if (meanwhile !== undefined) await bySomebody(this.#platform, meanwhile);
    const number = String(request.headers[requestHeader]);
    await giveAnswer(
      {
        response,
        own,
        clock: this.#clock,
        text: `${request.headers.authorization}\n${body.toString()}`,
        stall: () => this.#stalled.add(number),
      },
      answer,
    );
  }

  #take(line: string): Fault | undefined {
    const fault = this.#script.find(
      (known) => isFor(known, line) && (this.#used.get(known) ?? 0) < (known.times ?? 1),
    );
    if (fault !== undefined) this.#used.set(fault, (this.#used.get(fault) ?? 0) + 1);
    return fault;
  }

  async #apply(request: Request, line: string): Promise<Response> {
    const answer = await this.#platform.fetch(request);
    if (answer.ok) this.#accepted.push(line);
    return answer;
  }

  #applyLater(request: Request, { line, afterMs }: { line: string; afterMs: number }): void {
    const work = async () => {
      await this.#clock.sleep(afterMs);
      this.#working += 1;
      await this.#apply(request, line).finally(() => {
        this.#working -= 1;
      });
    };
    void work();
  }
}

/** Does something on a platform that no provider knows of. */
export async function bySomebody(platform: Platform, { send, body }: Deed): Promise<void> {
  const [method = "", path = ""] = send.split(" ");
  const headers = {
    authorization: `Bearer ${platform.rootKey}`,
    "content-type": "application/json",
  };
  const request = { method, headers, body: JSON.stringify(body) };
  const answer = await platform.fetch(new Request(`http://somebody${path}`, request));
  if (!answer.ok) throw new Error(`${send} of somebody else was answered with ${answer.status}`);
}

function toRequest({ method = "", url = "", headers }: IncomingMessage, body: Buffer): Request {
  const known = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === "string" ? [[name, value]] : [],
  );
  const content = body.length === 0 ? {} : { body: new Uint8Array(body) };
  return new Request(`http://platform${url}`, { method, headers: known, ...content });
}
