import type { SQLTagStore } from "node:sqlite";
import { z } from "zod";

/** One answered request. Keys, queries and bodies are never kept. */
export interface LoggedRequest {
  readonly seq: number;
  /** The platform's time, RFC 3339. */
  readonly time: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

const keptRequests = 10_000;
const keptPathLength = 500;

const Row = z.object({
  seq: z.int(),
  time: z.int(),
  method: z.string(),
  path: z.string(),
  status: z.int(),
});

/** The last requests that any process sent to the file's platform. */
export class RequestLog {
  readonly #sql: SQLTagStore;

  constructor(sql: SQLTagStore) {
    this.#sql = sql;
  }

  add({ time, method, path, status }: Omit<z.infer<typeof Row>, "seq">): void {
    const { lastInsertRowid } = this.#sql.run`INSERT INTO requests (time, method, path, status)
      VALUES (${time}, ${method}, ${path.slice(0, keptPathLength)}, ${status})`;
    this.#sql.run`DELETE FROM requests WHERE seq <= ${Number(lastInsertRowid) - keptRequests}`;
  }

  /** Oldest first. */
  list(): readonly LoggedRequest[] {
    const rows = this.#sql.all`SELECT seq, time, method, path, status FROM requests ORDER BY seq`;
    return rows.map((row) => {
      const { time, ...rest } = Row.parse(row);
      return { ...rest, time: new Date(time).toISOString() };
    });
  }
}
