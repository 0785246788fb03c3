import type { Database } from "./database.ts";

/** A process that carries traffic, or did. */
export interface Carrying {
  /** Names the one that wrote it. */
  readonly carrier: string;
  /** Null when it has ended. */
  readonly process: number | null;
  /** JSON of what it carries. */
  readonly report: string;
}

/** What every process on the file can know of the one that carries its traffic. */
export class CarryingNote {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  read(): Carrying | undefined {
    const row = this.#database.sql.get`SELECT carrier, process, report FROM carrying`;
    if (row === undefined) return undefined;
    const { carrier, process, report } = row;
    return {
      carrier: String(carrier),
      process: process === null ? null : Number(process),
      report: String(report),
    };
  }

  write(note: Carrying): void {
    this.#database.transaction(() => this.#put(note));
  }

  /** Gives false where another process is writing. */
  writeIfFree(note: Carrying): boolean {
    return this.#database.transactionIfFree(() => this.#put(note));
  }

  #put({ carrier, process, report }: Carrying): void {
    this.#database.sql.run`DELETE FROM carrying`;
    this.#database.sql.run`INSERT INTO carrying (carrier, process, report)
      VALUES (${carrier}, ${process}, ${report})`;
  }
}
