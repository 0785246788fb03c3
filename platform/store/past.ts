import type { Sql } from "./database.ts";

/** Keeps what objects were while a fault lets lists lag; `at` is set at the end of the request. */
export const pastSchema = `
CREATE TABLE past (
  version INTEGER PRIMARY KEY, kind TEXT NOT NULL, id TEXT NOT NULL, serial INTEGER NOT NULL,
  project TEXT NOT NULL, body TEXT, at INTEGER
) STRICT;
CREATE INDEX past_of ON past (kind, id);
`;

/** Made last: a table that has none is copied as it lies in its file. */
export const pastTriggers = [
  ["INSERT", "NEW", "NEW.body"],
  ["UPDATE", "NEW", "NEW.body"],
  ["DELETE", "OLD", "NULL"],
]
  .map(
    ([event, row, body]) => `CREATE TRIGGER past_${event} AFTER ${event} ON objects
WHEN EXISTS (SELECT 1 FROM faults WHERE effect = 'lag') BEGIN
  INSERT INTO past (kind, id, serial, project, body)
    VALUES (${row}.kind, ${row}.id, ${row}.serial, ${row}.project, ${body});
END;
`,
  )
  .join("");

/** From now on the past is kept: what is there now is the earliest of it. */
export function beginPast(sql: Sql): void {
  sql.run`INSERT INTO past (kind, id, serial, project, body, at)
    SELECT kind, id, serial, project, body, 0 FROM objects WHERE NOT EXISTS (SELECT 1 FROM past)`;
}

/** What changed since the last call of it changed now. */
export function datePast(sql: Sql, now: number): void {
  sql.run`UPDATE past SET at = ${now} WHERE at IS NULL`;
}

export function endPast(sql: Sql): void {
  sql.run`DELETE FROM past`;
}
