import type { SQLTagStore } from "node:sqlite";
import { z } from "zod";
import type { JsonObject } from "./answer.ts";

/** One answered request. Keys, queries and secrets in bodies are never kept. */
export interface LoggedRequest {
  /** Grows by one with each request; begins again after a reset. */
  readonly seq: number;
  /** The platform's time, RFC 3339. */
  readonly time: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** Which key sent it; null where none was accepted or asked for. */
  readonly keyId: string | null;
  /** What was sent, with "…" for secrets and the rest of long texts; null for what is not JSON or over 8,000 characters. */
  readonly body: JsonObject[string];
  /** Why it was refused. */
  readonly error: string | null;
  /** The section of the specification that a refusal follows, where one is known. */
  readonly spec: string | null;
}

/** Which requests to list; what is left out does not matter. */
export interface RequestFilter {
  /** Only those with a greater `seq`. */
  readonly after?: number | undefined;
  readonly method?: string | undefined;
  /** Only paths like this one; `*` stands for any text, slashes included. */
  readonly path?: string | undefined;
  readonly status?: number | undefined;
  readonly keyId?: string | undefined;
}

/** What the log keeps of a request. */
export type LogEntry = Omit<LoggedRequest, "seq" | "time" | "body"> & {
  readonly time: number;
  /** JSON without secrets. */
  readonly body: string | null;
};

const keptRequests = 10_000;
const keptBytes = 16 * 1024 * 1024;
/** How often the oldest are dropped: so many may be kept beyond the bounds. */
const trimEvery = 100;
const longestText = 500;

const Row = z.object({
  seq: z.int(),
  time: z.int().transform((time) => new Date(time).toISOString()),
  method: z.string(),
  path: z.string(),
  status: z.int(),
  keyId: z.string().nullable(),
  body: z
    .string()
    .nullable()
    .transform((text) => (text === null ? null : z.json().parse(JSON.parse(text)))),
  error: z.string().nullable(),
  spec: z.string().nullable(),
});

/** The last requests that any process sent to the file's platform. */
export class RequestLog {
  readonly #sql: SQLTagStore;

  constructor(sql: SQLTagStore) {
    this.#sql = sql;
  }

  add({ time, method, status, keyId, body, spec, ...texts }: LogEntry): void {
    const path = texts.path.slice(0, longestText);
    const error = texts.error?.slice(0, longestText) ?? null;
    const bytes = path.length + (body?.length ?? 0) + (error?.length ?? 0);
    const { lastInsertRowid } = this.#sql.run`INSERT INTO requests
      (time, method, path, status, key_id, body, error, spec, total_bytes)
      VALUES (${time}, ${method}, ${path}, ${status}, ${keyId}, ${body}, ${error}, ${spec},
        ${bytes} + coalesce((SELECT total_bytes FROM requests ORDER BY seq DESC LIMIT 1), 0))`;
    const seq = Number(lastInsertRowid);
    if (seq % trimEvery === 0) this.#trim(seq);
  }

  /** Oldest first. */
  list(filter: RequestFilter = {}): readonly LoggedRequest[] {
    const { after = 0, method = null, path = null, status = null, keyId = null } = filter;
    const rows = this.#sql.all`
      SELECT seq, time, method, path, status, key_id AS keyId, body, error, spec FROM requests
      WHERE seq > max(${after}, (SELECT max(seq) FROM requests) - ${keptRequests})
        AND (${method} IS NULL OR method = ${method}) AND (${path} IS NULL OR path GLOB ${path})
        AND (${status} IS NULL OR status = ${status}) AND (${keyId} IS NULL OR key_id = ${keyId})
      ORDER BY seq`;
    return rows.map((row) => Row.parse(row));
  }

  count(): number {
    return Number(this.#sql.get`SELECT count(*) AS count FROM requests`?.["count"]);
  }

  clear(): void {
    this.#sql.run`DELETE FROM requests`;
  }

  #trim(last: number): void {
    this.#sql.run`DELETE FROM requests WHERE seq <= ${last - keptRequests} OR total_bytes <=
      (SELECT total_bytes FROM requests WHERE seq = ${last}) - ${keptBytes}`;
  }
}
