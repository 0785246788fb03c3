import type { Json } from "../../contract/naming.ts";
import type { Sql } from "./database.ts";
import { type Row, textOrNull } from "./row.ts";

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
  /** The rule that decided the answer, after the section that has it: `2.7: a volume only grows`. */
  readonly rule: string | null;
  /** JSON that was sent, with "…" for secrets and the rest of long texts; null for what is no JSON. */
  readonly body: Json;
  /** The answer, with the same left out. */
  readonly responseBody: Json;
  /** Why it was refused. */
  readonly error: string | null;
}

/** Which requests to list; a filter that is left out matches all. */
export interface RequestFilter {
  /** Only those with a greater `seq`. */
  readonly after?: number | undefined;
  /** Only those with a smaller `seq`. */
  readonly before?: number | undefined;
  /** Only so many, the newest among the others. */
  readonly last?: number | undefined;
  readonly method?: string | undefined;
  /** Only paths like this one; `*` is any text, slashes included. */
  readonly path?: string | undefined;
  readonly status?: number | undefined;
  readonly keyId?: string | undefined;
}

/** A request as the log keeps it; both bodies are JSON without secrets. */
export type LogEntry = Omit<LoggedRequest, "seq" | "time" | "body" | "responseBody"> & {
  readonly time: number;
  readonly body: string | null;
  readonly responseBody: string | null;
};

const keptRequests = 10_000;
const longestText = 500;

/** The last requests that any process sent to the file's platform. */
export class RequestLog {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Within the transaction of the request, so that its line is kept together with what it changed. */
  add({ time, status, keyId, rule, body, responseBody, ...texts }: LogEntry): void {
    const method = texts.method.slice(0, longestText);
    const path = texts.path.slice(0, longestText);
    const error = texts.error?.slice(0, longestText) ?? null;
    const { lastInsertRowid } = this.#sql.run`INSERT INTO requests
      (time, method, path, status, key_id, body, response_body, error, decided_by)
      VALUES (${time}, ${method}, ${path}, ${status}, ${keyId}, ${body}, ${responseBody}, ${error}, ${rule})`;
    const seq = Number(lastInsertRowid);
    // One look for what is old costs as much as a line.
    if (seq % 100 === 0) this.#sql.run`DELETE FROM requests WHERE seq <= ${seq - keptRequests}`;
  }

  /** Oldest first. */
  list(filter: RequestFilter = {}): readonly LoggedRequest[] {
    const { after = 0, before = null, last = keptRequests } = filter;
    const { method = null, path = null, status = null, keyId = null } = filter;
    const rows = this.#sql.all`SELECT * FROM requests WHERE seq > ${after}
        AND (${before} IS NULL OR seq < ${before}) AND (${method} IS NULL OR method = ${method})
        AND (${path} IS NULL OR path GLOB ${path}) AND (${status} IS NULL OR status = ${status})
        AND (${keyId} IS NULL OR key_id = ${keyId})
      ORDER BY seq DESC LIMIT ${last}`;
    return rows.toReversed().map(loggedRequest);
  }

  count(): number {
    const row = this.#sql.get`SELECT count(*) AS count FROM requests`;
    return Math.min(keptRequests, Number(row?.["count"]));
  }

  clear(): void {
    this.#sql.run`DELETE FROM requests`;
  }
}

function loggedRequest(row: Row): LoggedRequest {
  const { seq, time, method, path, status, key_id, body, response_body, error, decided_by } = row;
  return {
    seq: Number(seq),
    time: new Date(Number(time)).toISOString(),
    method: String(method),
    path: String(path),
    status: Number(status),
    keyId: textOrNull(key_id),
    rule: textOrNull(decided_by),
    body: jsonOrNull(body),
    responseBody: jsonOrNull(response_body),
    error: textOrNull(error),
  };
}

function jsonOrNull(text: unknown): Json {
  return text === null ? null : JSON.parse(String(text));
}
