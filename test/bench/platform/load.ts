import { Pool } from "undici";
import type { Server } from "./server.ts";

/** One request, sent again and again. */
export interface Shot {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: string;
  /** The expected answer. */
  readonly status: number;
}

const connections = 8;

/** Sends the shot so many times over eight connections and gives the milliseconds it took. */
export async function load(pool: Pool, shot: Shot, times: number): Promise<number> {
  let left = times;
  const startedAt = performance.now();
  const sender = async () => {
    while (left-- > 0) await fire(pool, shot);
  };
  await Promise.all(Array.from({ length: connections }, sender));
  return performance.now() - startedAt;
}

/** Sends the shot once and gives the answer's text. */
export async function fire(pool: Pool, { status, ...request }: Shot): Promise<string> {
  const answer = await pool.request(request);
  const text = await answer.body.text();
  if (answer.statusCode === status) return text;
  throw new Error(`${request.method} ${request.path} was answered ${answer.statusCode}: ${text}`);
}

/** The connections to a server, each request with its key. */
export function connect({ url, rootKey }: Pick<Server, "url" | "rootKey">): Pool {
  const headers = { authorization: `Bearer ${rootKey}`, "content-type": "application/json" };
  const pool = new Pool(url, { connections });
  const send = pool.dispatch.bind(pool);
  pool.dispatch = (options, handler) => send({ ...options, headers }, handler);
  return pool;
}
