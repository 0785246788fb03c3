import type { Database } from "./database.ts";
import { stateTables } from "./schema.ts";

/** A moment that can be brought back. */
export interface Saved {
  readonly name: string;
  /** The platform's time when it was saved, RFC 3339. */
  readonly time: string;
}

/** Each table of the state has one with this prefix that holds its saved rows. */
const prefix = "saved_";

/** The saved moments of a platform, in its file. */
export class Saves {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Saves the state under the name, over an earlier save of that name. */
  save(name: string, time: number): void {
    for (const table of stateTables) {
      const columns = columnsOf(this.#database, table);
      this.#database.run(`DELETE FROM "${prefix}${table}" WHERE save = ?`, name);
      this.#database.run(
        `INSERT INTO "${prefix}${table}" (save, ${columns}) SELECT ?, ${columns} FROM "${table}"`,
        name,
      );
    }
    this.#database.sql.run`INSERT OR REPLACE INTO saves (name, time) VALUES (${name}, ${time})`;
  }

  /** @throws Error when nothing was saved under the name. */
  restore(name: string): void {
    if (this.#database.sql.get`SELECT 1 FROM saves WHERE name = ${name}` === undefined) {
      throw new Error(`Nothing was restored: nothing is saved under the name "${name}".`);
    }
    this.empty();
    for (const table of stateTables) {
      const columns = columnsOf(this.#database, table);
      this.#database.run(
        `INSERT INTO "${table}" (${columns}) SELECT ${columns} FROM "${prefix}${table}" WHERE save = ?`,
        name,
      );
    }
  }

  /** Oldest first. */
  list(): Saved[] {
    const rows = this.#database.sql.all`SELECT name, time FROM saves ORDER BY time, rowid`;
    return rows.map(({ name, time }) => ({
      name: String(name),
      time: new Date(Number(time)).toISOString(),
    }));
  }

  /** Leaves no row of the state. */
  empty(): void {
    for (const table of stateTables) this.#database.run(`DELETE FROM "${table}"`);
  }
}

/** Makes the tables that hold saved rows, beside those of the state, which are there already. */
export function makeSaveTables(database: Database): void {
  for (const table of stateTables) {
    const columns = columnsOf(database, table);
    database.run(
      `CREATE TABLE "${prefix}${table}" AS SELECT '' AS save, ${columns} FROM "${table}" WHERE false`,
    );
    database.run(`CREATE INDEX "${prefix}${table}_by_save" ON "${prefix}${table}" (save)`);
  }
}

function columnsOf(database: Database, table: string): string {
  const columns = database.sql.all`SELECT name FROM pragma_table_info(${table})`;
  return columns.map(({ name }) => `"${name}"`).join(", ");
}
