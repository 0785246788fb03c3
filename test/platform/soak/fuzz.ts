import { request } from "node:http";
import { text } from "node:stream/consumers";
import type { Platform } from "../../../platform/index.ts";
import { Random } from "../../simulation/random.ts";
import { type Mutated, mutated } from "./mutations.ts";
import { routes } from "./templates.ts";

/** The results of many mutated requests. */
export interface Fuzzed {
  /** Answers by status. */
  readonly statuses: Readonly<Record<number, number>>;
  /** Answers that should not have been given, and what was asked. */
  readonly wrong: readonly string[];
  /** Lists that cannot be read afterwards. */
  readonly unreadable: readonly string[];
}

const patienceMilliseconds = 10_000;

/** Sends mutated requests to a served platform, the same ones for the same seed. */
export async function fuzz(
  { platform, url }: { readonly platform: Platform; readonly url: string },
  { seed, requests }: { readonly seed: number; readonly requests: number },
): Promise<Fuzzed> {
  platform.configure({ ratePerMinute: null });
  const random = new Random(seed);
  const statuses: Record<number, number> = {};
  const wrong: string[] = [];
  const ids = ["web", "default", "proj_default"];
  let key = platform.rootKey;
  for (let sent = 0; sent < requests; sent++) {
    // A request may have revoked it, and all that follow would be refused.
    if (platform.keys().length === 0) key = newKey(platform);
    const asked = mutated(random, key, ids);
    const problem = await send(url, asked).then(
      (answer) => {
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
        ids.push(...idsIn(answer.body));
        return problemOf(asked, answer);
      },
      (error: unknown) => String(error),
    );
    if (problem !== undefined) wrong.push(`#${sent} ${asked.method} ${asked.path}: ${problem}`);
  }
  return { statuses, wrong, unreadable: await unreadable(url, newKey(platform)) };
}

function newKey(platform: Platform): string {
  return platform.createKey({ scopes: ["*"], level: "Admin" }).key;
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** By Node's own client, which sends paths as they are. */
function send(url: string, { method, path, headers, body }: Mutated): Promise<Answer> {
  const { port } = new URL(url);
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(patienceMilliseconds);
    const length = { "content-length": String(body?.byteLength ?? 0) };
    const sent = request({ port, host: "127.0.0.1", method, path, signal }, (answer) => {
      const { statusCode: status = 0 } = answer;
      const type = answer.headers["content-type"] ?? "";
      text(answer).then((all) => resolve({ status, type, body: all }), reject);
    });
    for (const [name, value] of Object.entries({ ...headers, ...length }))
      sent.setHeader(name, value);
    sent.on("error", reject);
    sent.end(body);
  });
}

function problemOf({ method }: Mutated, { status, type, body }: Answer): string | undefined {
  if (status >= 500) return `answered ${status}: ${body.slice(0, 200)}`;
  if (status < 400 || method === "HEAD") return undefined;
  const isJson = type === "application/json" && /^\{"error":".+"\}$/s.test(body);
  return isJson ? undefined : `${status} without a JSON error: ${body.slice(0, 200)}`;
}

function idsIn(body: string): string[] {
  return [...body.matchAll(/"(?:id|name)":"([\w.-]{1,40})"/g)]
    .flatMap(([, id]) => id ?? [])
    .slice(0, 2);
}

async function unreadable(url: string, key: string): Promise<string[]> {
  const lists = routes.filter(({ method, path }) => method === "GET" && !path.includes("{"));
  const found: string[] = [];
  for (const { prefix, path } of lists) {
    const headers = { authorization: `Bearer ${key}` };
    const answer = await send(url, {
      method: "GET",
      path: prefix + path,
      headers,
      body: undefined,
    });
    const isList = answer.status === 200 && Array.isArray(JSON.parse(answer.body));
    if (!isList) found.push(`${prefix}${path}: ${answer.status}`);
  }
  return found;
}
