import type { Database } from "./database.ts";

/** The private keys of certificates, kept only while traffic is carried, by their hashes. No save has one. */
export class PrivateKeys {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  keep(sha256: string, pem: string): void {
    this.#database.sql
      .run`INSERT OR REPLACE INTO private_keys (sha256, pem) VALUES (${sha256}, ${pem})`;
  }

  find(sha256: string): string | undefined {
    const row = this.#database.sql.get`SELECT pem FROM private_keys WHERE sha256 = ${sha256}`;
    return row === undefined ? undefined : String(row["pem"]);
  }

  forget(sha256: string): void {
    const { changes } = this.#database.sql.run`DELETE FROM private_keys WHERE sha256 = ${sha256}`;
    if (changes !== 0) this.#database.leaveNoTrace();
  }

  empty(): void {
    const { changes } = this.#database.sql.run`DELETE FROM private_keys`;
    if (changes !== 0) this.#database.leaveNoTrace();
  }
}
