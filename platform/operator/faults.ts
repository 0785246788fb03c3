import type { SQLTagStore } from "node:sqlite";
import { z } from "zod";
import type { Answer } from "../http/answer.ts";
import { firstProblem } from "../http/problem.ts";

/** An answer that requests get instead of being handled. Kept in the file: any process meets it. */
export interface Fault {
  /** Only requests with this method. */
  readonly method?: string;
  /** Only paths like this one; `*` stands for any text, slashes included. */
  readonly path?: string;
  readonly status: number;
  /** Default: a JSON error. */
  readonly body?: string;
  /** Default `application/json`. */
  readonly contentType?: string;
  /** How many requests get it; default: all until `clear`. */
  readonly times?: number;
}

const Given = z.strictObject({
  method: z.string().nullable().default(null),
  path: z.string().nullable().default(null),
  status: z.int().min(200).max(599),
  body: z.string().default(JSON.stringify({ error: "fault set by platform.faults" })),
  contentType: z.string().default("application/json"),
  times: z.int().positive().nullable().default(null),
});

const Row = z.object({
  serial: z.int(),
  status: z.int(),
  body: z.string(),
  content_type: z.string(),
});

const InForce = Row.extend({
  method: z.string().nullable(),
  path: z.string().nullable(),
  remaining: z.int().nullable(),
}).transform(({ serial, content_type, remaining, ...fault }) => ({
  id: String(serial),
  ...fault,
  contentType: content_type,
  times: remaining,
}));

/** A fault with its id; what is null does not matter, or has no end. */
export type FaultInForce = z.infer<typeof InForce>;

const bodiless = new Set([204, 205, 304]);

/** The faults in force, in the order they were added. */
export class Faults {
  readonly #sql: SQLTagStore;

  constructor(sql: SQLTagStore) {
    this.#sql = sql;
  }

  /**
   * Gives the fault's id.
   *
   * @throws Error when the status is not one of an answer or `times` is not positive.
   */
  add(fault: Fault): string {
    const checked = Given.safeParse(fault, { reportInput: true });
    if (!checked.success)
      throw new Error(`The fault was not added: ${firstProblem(checked.error)}.`);
    const { method, path, status, body, contentType, times } = checked.data;
    const { lastInsertRowid } = this.#sql.run`INSERT INTO faults
      (method, path, status, body, content_type, remaining)
      VALUES (${method}, ${path}, ${status}, ${body}, ${contentType}, ${times})`;
    return String(lastInsertRowid);
  }

  /** In the order they were added; `times` is how many requests still get it. */
  list(): FaultInForce[] {
    const rows = this.#sql.all`SELECT serial, method, path, status, body, content_type,
      remaining FROM faults ORDER BY serial`;
    return rows.map((row) => InForce.parse(row));
  }

  /**
   * Ends the fault with this id, or all.
   *
   * @throws Error when there is none with the id.
   */
  clear(id?: string): void {
    if (id === undefined) {
      this.#sql.run`DELETE FROM faults`;
    } else if (Number(this.#sql.run`DELETE FROM faults WHERE serial = ${id}`.changes) === 0) {
      throw new Error(`The fault was not ended: there is no fault "${id}".`);
    }
  }

  /** Uses up one answer of the first fault that matches. */
  take(method: string, path: string): Answer | undefined {
    const found = this.#sql.get`SELECT serial, status, body, content_type FROM faults
      WHERE (method IS NULL OR method = ${method}) AND (path IS NULL OR ${path} GLOB path)
      ORDER BY serial LIMIT 1`;
    if (found === undefined) return undefined;
    const { serial, status, body, content_type } = Row.parse(found);
    this.#sql.run`UPDATE faults SET remaining = remaining - 1 WHERE serial = ${serial}`;
    this.#sql.run`DELETE FROM faults WHERE remaining = 0`;
    return {
      status,
      headers: { "content-type": content_type },
      body: bodiless.has(status) ? null : body,
    };
  }
}
