import { Agent, type IncomingMessage, request } from "node:http";
import { request as requestSecurely, Agent as SecureAgent } from "node:https";
import { text } from "node:stream/consumers";
import type { TLSSocket } from "node:tls";
import { z } from "zod";

/** A client that keeps on asking. */
export interface Client {
  /** Looked at before each request. */
  readonly url: () => string;
  /** True where one connection is used again and again, false where each request has its own. */
  readonly keepsAlive: boolean;
}

const Answer = z.looseObject({ id: z.string(), image: z.string() });

/** Sends requests without a pause, each client one after the other, and counts what is lost. */
export class Hammer {
  /** Answers by the image of the instance that gave them. */
  readonly answered = new Map<string, number>();
  /** Ids of instances that answered. */
  readonly instances = new Set<string>();
  /** For whom the certificates were that were shown. */
  readonly shown = new Set<string>();
  /** What became of each request that no instance answered, and when. */
  readonly lost: string[] = [];
  #count = 0;
  #isOver = false;
  readonly #clients: readonly Promise<void>[];

  constructor(clients: readonly Client[]) {
    this.#clients = clients.map((client) => this.#run(client));
  }

  get count(): number {
    return this.#count;
  }

  /** Goes on until so many requests were sent, and ends. */
  async end(atLeast: number): Promise<void> {
    while (this.#count < atLeast) await new Promise(setImmediate);
    this.#isOver = true;
    await Promise.all(this.#clients);
  }

  async #run({ url, keepsAlive }: Client): Promise<void> {
    const options = { keepAlive: keepsAlive, maxSockets: 1 };
    const agents = { plain: new Agent(options), secure: new SecureAgent(options) };
    while (!this.#isOver) {
      this.#count += 1;
      try {
        await this.#ask(url(), agents);
      } catch (error) {
        this.lost.push(`${new Date().toISOString()} ${url()} ${String(error)}`);
      }
    }
    agents.plain.destroy();
    agents.secure.destroy();
  }

  async #ask(url: string, { plain, secure }: { plain: Agent; secure: SecureAgent }): Promise<void> {
    const asked = url.startsWith("https")
      ? requestSecurely(url, { agent: secure, rejectUnauthorized: false })
      : request(url, { agent: plain });
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      asked.on("response", resolve).on("error", reject).end();
    });
    const body = await text(answer);
    if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${body}`);
    const { id, image } = Answer.parse(JSON.parse(body));
    this.instances.add(id);
    this.answered.set(image, (this.answered.get(image) ?? 0) + 1);
    if (isSecure(answer.socket)) this.shown.add(answer.socket.getPeerCertificate().subject.CN);
  }
}

function isSecure(socket: object): socket is TLSSocket {
  return "getPeerCertificate" in socket;
}
