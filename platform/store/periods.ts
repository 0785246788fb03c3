import { isMetered } from "../bill/prices.ts";
import type { Sql } from "./database.ts";
import type { RecordKind } from "./objects.ts";

/**
 * What objects were before they changed or went, as far as it may cost something. What one is now, and
 * since when, stands with itself, so a new object costs no second row.
 */
export const periodSchema = `
CREATE TABLE periods (
  kind TEXT NOT NULL, id TEXT NOT NULL, serial INTEGER NOT NULL, project TEXT NOT NULL,
  body TEXT NOT NULL, since INTEGER NOT NULL, until INTEGER NOT NULL
) STRICT;
`;

/** A stretch of time, in milliseconds since the epoch; it ends right before `until`. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

/** What an object was for a while. */
export interface Period<T extends object> extends Span {
  readonly id: string;
  readonly serial: number;
  readonly project: string;
  readonly record: T;
}

/** Within a transaction, before an object changes or goes: keeps what it was. */
export function endPeriod(
  sql: Sql,
  { kind, id, now }: { readonly kind: string; readonly id: string; readonly now: number },
): void {
  if (!isMetered(kind)) return;
  sql.run`INSERT INTO periods (kind, id, serial, project, body, since, until)
    SELECT kind, id, serial, project, body, since, ${now} FROM objects
    WHERE kind = ${kind} AND id = ${id} AND since < ${now}`;
}

/** Something that was there, by the name that it had last. */
export interface Seen {
  readonly kind: string;
  readonly id: string;
  readonly project: string;
  readonly name: string;
}

/** What the metered objects of all projects have been. */
export class Periods {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** The periods that lie in the span with a part of theirs, cut to it, by their beginning. */
  of<T extends object>({ kind }: RecordKind<T>, { from, until }: Span): Period<T>[] {
    const rows = this.#sql.all`
      SELECT id, serial, project, body, since, until FROM periods
        WHERE kind = ${kind} AND until > ${from} AND since < ${until}
      UNION ALL
      SELECT id, serial, project, body, since, ${until} FROM objects
        WHERE kind = ${kind} AND since < ${until}
      ORDER BY since, serial`;
    return rows.map((row) => {
      const record: T = JSON.parse(String(row["body"]));
      return {
        id: String(row["id"]),
        serial: Number(row["serial"]),
        project: String(row["project"]),
        from: Math.max(Number(row["since"]), from),
        until: Math.min(Number(row["until"]), until),
        record,
      };
    });
  }

  /** The objects of a kind that were there at some time of the span, oldest first. */
  seen(kind: string, { from, until }: Span): Seen[] {
    // Of the row with the greatest `since`, SQLite takes the name as well.
    const rows = this.#sql.all`
      SELECT id, project, json_extract(body, '$.name') AS name, max(since) FROM (
        SELECT * FROM periods WHERE kind = ${kind} AND until > ${from} AND since < ${until}
        UNION ALL
        SELECT kind, id, serial, project, body, since, ${until} FROM objects
          WHERE kind = ${kind} AND since < ${until})
      GROUP BY serial ORDER BY serial`;
    return rows.map(({ id, project, name }) => ({
      kind,
      id: String(id),
      project: String(project),
      name: String(name),
    }));
  }
}
