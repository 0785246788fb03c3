import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import type { Platform } from "../../platform/index.ts";
import { accountAt } from "./stack-server.ts";

/** How far a stopped request gets. */
export type Point = "not applied" | "applied" | "half answered";

/** Requests that stay where they are. */
export interface Stop {
  /** Each stops the first request that it matches, as `METHOD /path`. */
  readonly requests: readonly RegExp[];
  readonly at: Point;
}

/** The way to a platform, on which requests and their answers can be stopped. */
export interface Wire extends AsyncDisposable {
  /** Settings of a provider that uses it as an account. */
  readonly env: Readonly<Record<string, string>>;
  /** Resolves once each of the requests has come and stopped. */
  stop(stop: Stop): Promise<Stopped>;
}

/** Requests that have stopped. */
export interface Stopped {
  /** Sends the rest of their answers; what was not applied is applied now. */
  release(): Promise<void>;
}

interface Exchange {
  readonly platform: Platform;
  readonly request: Request;
  readonly response: ServerResponse;
}

/** Puts a socket of this machine in front of a platform. */
export async function openWire(platform: Platform): Promise<Wire> {
  const stops = new Set<Checkpoint>();
  const server = createServer((incoming, response) => {
    const label = `${incoming.method} ${incoming.url}`;
    const stop = [...stops].find((one) => one.takes(label));
    void toRequest(incoming).then((request) => {
      const exchange = { platform, request, response };
      return stop === undefined ? finish(exchange) : stop.hold(exchange);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    env: accountAt(server, platform),
    stop(stop) {
      const checkpoint = new Checkpoint(stop);
      stops.add(checkpoint);
      return checkpoint.full;
    },
    async [Symbol.asyncDispose]() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Where requests wait until all of them have come. */
class Checkpoint {
  readonly #open: RegExp[];
  readonly #at: Point;
  readonly #full = Promise.withResolvers<Stopped>();
  readonly #rests: (() => Promise<void>)[] = [];
  #missing: number;

  constructor({ requests, at }: Stop) {
    this.#open = [...requests];
    this.#missing = requests.length;
    this.#at = at;
  }

  get full(): Promise<Stopped> {
    return this.#full.promise;
  }

  /** True for a request that is to be stopped here. */
  takes(label: string): boolean {
    const index = this.#open.findIndex((pattern) => pattern.test(label));
    if (index >= 0) this.#open.splice(index, 1);
    return index >= 0;
  }

  async hold(exchange: Exchange): Promise<void> {
    this.#rests.push(await begin(exchange, this.#at));
    this.#missing -= 1;
    if (this.#missing > 0) return;
    this.#full.resolve({
      release: async () => void (await Promise.all(this.#rests.map((rest) => rest()))),
    });
  }
}

/** Takes an exchange up to a point and returns the rest of it. */
async function begin(exchange: Exchange, at: Point): Promise<() => Promise<void>> {
  if (at === "not applied") return () => finish(exchange);
  const { response } = exchange;
  const { head, body } = await apply(exchange);
  if (at === "applied") return async () => void response.writeHead(...head).end(body);
  const half = Math.floor(body.length / 2);
  response.writeHead(...head).write(body.subarray(0, half));
  return async () => void response.end(body.subarray(half));
}

async function finish(exchange: Exchange): Promise<void> {
  const { head, body } = await apply(exchange);
  exchange.response.writeHead(...head).end(body);
}

async function apply({ platform, request }: Exchange) {
  const answer = await platform.fetch(request);
  const body = Buffer.from(await answer.arrayBuffer());
  const headers = { ...Object.fromEntries(answer.headers), "content-length": String(body.length) };
  const head: [number, Record<string, string>] = [answer.status, headers];
  return { head, body };
}

async function toRequest(incoming: IncomingMessage): Promise<Request> {
  const { method = "GET", url = "/", headers } = incoming;
  const body = await buffer(incoming);
  const { authorization = "", "content-type": type = "application/json" } = headers;
  return new Request(`http://platform${url}`, {
    method,
    headers: { authorization, "content-type": type },
    ...(body.length > 0 ? { body: Uint8Array.from(body) } : {}),
  });
}
