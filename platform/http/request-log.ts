import type { StatementSync } from "node:sqlite";
import { type Rule, type ShownRule, shownRule } from "../rules/rule.ts";
import type { Database } from "../store/database.ts";
import { kept } from "../store/kept.ts";
import { type Row, textOrNull } from "../store/row.ts";
import type { JsonObject } from "./answer.ts";

/** One answered request. Keys, queries and secrets in bodies are never kept. */
export interface LoggedRequest extends ShownRule {
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
  /** What was answered, with the same left out, to some 2,000 characters: "…" stands for the rest of a list or object. Null for nothing. */
  readonly responseBody: JsonObject[string];
  /** Why it was refused. */
  readonly error: string | null;
}

/** Which requests to list; what is left out does not matter. */
export interface RequestFilter {
  /** Only those with a greater `seq`. */
  readonly after?: number | undefined;
  /** Only those with a smaller `seq`. */
  readonly before?: number | undefined;
  /** Only so many, the newest among the others. */
  readonly last?: number | undefined;
  readonly method?: string | undefined;
  /** Only paths like this one; `*` stands for any text, slashes included. */
  readonly path?: string | undefined;
  readonly status?: number | undefined;
  readonly keyId?: string | undefined;
}

/** What the log keeps of a request. */
export type LogEntry = Pick<LoggedRequest, "method" | "path" | "status" | "keyId" | "error"> & {
  readonly time: number;
  readonly by: Rule | null;
  /** JSON without secrets. */
  readonly body: string | null;
  /** The same; null where `error` says all of it. */
  readonly responseBody: string | null;
};

const keptRequests = 10_000;
const keptBytes = 16 * 1024 * 1024;
/** How often the oldest are dropped: so many may be kept beyond the bounds. */
const trimEvery = 100;
const longestText = 500;

/** How many milliseconds what only looked at something may stay out of the file. */
const longestWait = 10;

/** The last requests that any process sent to the file's platform. */
export class RequestLog {
  readonly #database: Database;
  /** Length of all texts that were ever logged, as the last line has it. */
  readonly #total: () => { bytes: number };
  readonly #line: StatementSync;
  #waiting: LogEntry[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(database: Database) {
    this.#database = database;
    this.#line = database.prepare(
      `INSERT INTO requests
        (time, method, path, status, key_id, body, response_body, error, decided_by, total_bytes)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#total = kept(database, () => {
      const last = database.sql.get`SELECT total_bytes FROM requests ORDER BY seq DESC LIMIT 1`;
      return { bytes: Number(last?.["total_bytes"] ?? 0) };
    });
  }

  /** Within a transaction: keeps the line together with what the request changed. */
  add(entry: LogEntry): void {
    this.#waiting.push(entry);
    this.flush();
  }

  /** Keeps the line within some milliseconds, and before anybody here looks. */
  addLater(entry: LogEntry): void {
    this.#waiting.push(entry);
    // As long as somebody holds the file, the oldest are given up as they would be in it.
    if (this.#waiting.length > 2 * keptRequests) this.#waiting.splice(0, keptRequests);
    this.#timer ??= setTimeout(() => this.#flushLate(), longestWait);
  }

  /** Writes the lines that wait. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const lines = this.#waiting;
    if (lines.length === 0) return;
    this.#waiting = [];
    this.#database.within(() => this.#insert(lines));
  }

  /** Writes them unless another process is writing: then they are written later. */
  flushIfFree(): void {
    const lines = this.#waiting;
    if (lines.length === 0) return;
    if (this.#database.transactionIfFree(() => this.#insert(lines))) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#waiting = [];
    } else this.#timer ??= setTimeout(() => this.#flushLate(), longestWait);
  }

  /** Oldest first. */
  list(filter: RequestFilter = {}): readonly LoggedRequest[] {
    this.flushIfFree();
    const { after = 0, before = null, last = keptRequests } = filter;
    const { method = null, path = null, status = null, keyId = null } = filter;
    const rows = this.#database.sql.all`
      SELECT seq, time, method, path, status, key_id AS keyId, body, error, decided_by AS decidedBy,
        response_body AS responseBody FROM requests
      WHERE seq > max(${after}, (SELECT max(seq) FROM requests) - ${keptRequests})
        AND (${before} IS NULL OR seq < ${before}) AND (${method} IS NULL OR method = ${method}) AND (${path} IS NULL OR path GLOB ${path})
        AND (${status} IS NULL OR status = ${status}) AND (${keyId} IS NULL OR key_id = ${keyId})
      ORDER BY seq DESC LIMIT ${last}`;
    return rows.toReversed().map(loggedRequest);
  }

  /** Of what is written. */
  count(): number {
    return Number(this.#database.sql.get`SELECT count(*) AS count FROM requests`?.["count"]);
  }

  clear(): void {
    this.#waiting = [];
    this.#database.sql.run`DELETE FROM requests`;
    this.#total().bytes = 0;
  }

  /** A line about what changed nothing is not worth more than an answer: without the file it is lost. */
  #flushLate(): void {
    this.#timer = undefined;
    try {
      this.flushIfFree();
    } catch {
      // The next request is told.
    }
  }

  #insert(lines: readonly LogEntry[]): void {
    const total = this.#total();
    for (const { time, status, keyId, by, body, responseBody, ...texts } of lines) {
      const method = texts.method.slice(0, longestText);
      const path = texts.path.slice(0, longestText);
      const error = texts.error?.slice(0, longestText) ?? null;
      for (const text of [method, path, body, responseBody, error])
        total.bytes += text?.length ?? 0;
      const told = [body, responseBody, error, by, total.bytes] as const;
      const { lastInsertRowid } = this.#line.run(time, method, path, status, keyId, ...told);
      const seq = Number(lastInsertRowid);
      if (seq % trimEvery === 0) this.#trim(seq);
    }
  }

  /** Totals only grow, so the first line to keep is near the oldest one. */
  #trim(last: number): void {
    this.#database.sql.run`DELETE FROM requests WHERE seq < (
      SELECT seq FROM requests WHERE seq > ${last - keptRequests} AND total_bytes >
        (SELECT total_bytes FROM requests WHERE seq = ${last}) - ${keptBytes}
      ORDER BY seq LIMIT 1)`;
  }
}

function loggedRequest(row: Row): LoggedRequest {
  const { seq, time, method, path, status, keyId, body, responseBody, error } = row;
  return {
    seq: Number(seq),
    time: new Date(Number(time)).toISOString(),
    method: String(method),
    path: String(path),
    status: Number(status),
    keyId: textOrNull(keyId),
    body: jsonOrNull(body),
    responseBody: jsonOrNull(responseBody) ?? (error ? { error: String(error) } : null),
    error: textOrNull(error),
    ...shownRule(textOrNull(row["decidedBy"])),
  };
}

function jsonOrNull(text: unknown): JsonObject[string] {
  return text === null ? null : JSON.parse(String(text));
}
