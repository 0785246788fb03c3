import { TLSSocket } from "node:tls";
import { Agent, buildConnector, type Dispatcher, request } from "undici";
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
  /** The result of each request that no instance answered, and when. */
  readonly lost: string[] = [];
  #count = 0;
  #enough = Number.POSITIVE_INFINITY;
  readonly #clients: readonly Promise<void>[];

  constructor(clients: readonly Client[]) {
    this.#clients = clients.map((client) => this.#run(client));
  }

  get count(): number {
    return this.#count;
  }

  /** Goes on until so many requests were sent, and ends. */
  async end(atLeast: number): Promise<void> {
    this.#enough = atLeast;
    await Promise.all(this.#clients);
  }

  async #run({ url, keepsAlive }: Client): Promise<void> {
    const dispatcher = new Agent({ connections: 1, connect: this.#connector() });
    while (this.#count < this.#enough) {
      this.#count += 1;
      const asked = url();
      try {
        await this.#ask(asked, { dispatcher, reset: !keepsAlive });
      } catch (error) {
        this.lost.push(`${new Date().toISOString()} ${asked} ${error}`);
      }
    }
    await dispatcher.close();
  }

  /** Notes who each connection led to. */
  #connector(): buildConnector.connector {
    // A session that is taken up again shows no certificate.
    const connect = buildConnector({ rejectUnauthorized: false, maxCachedSessions: 0 });
    return (options, callback) =>
      connect(options, (...[error, socket]) => {
        if (error !== null) return callback(error, null);
        if (socket instanceof TLSSocket) this.shown.add(commonNameOf(socket));
        return callback(null, socket);
      });
  }

  async #ask(
    url: string,
    options: Pick<Dispatcher.RequestOptions, "reset"> & { dispatcher: Agent },
  ) {
    const { statusCode, body } = await request(url, options);
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`${statusCode} ${text}`);
    const { id, image } = Answer.parse(JSON.parse(text));
    this.instances.add(id);
    this.answered.set(image, (this.answered.get(image) ?? 0) + 1);
  }
}

function commonNameOf(socket: TLSSocket): string {
  return String(socket.getPeerCertificate().subject.CN);
}
