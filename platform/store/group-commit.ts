import type { Database } from "./database.ts";

/**
 * Most that is kept by one commit. A client that sends side by side has some answers to read while the
 * others are handled; with one commit for all of them, client and platform would wait for each other.
 */
const mostTogether = 4;

/**
 * Commits together what is asked for in one turn of the event loop: who asks is answered when all of it
 * is kept, and nobody pays for a commit alone.
 */
export class GroupCommit {
  readonly #database: Database;
  /** Each does its work within the transaction, and gives what tells of it after the commit. */
  #jobs: { readonly work: () => () => void; readonly fail: (error: unknown) => void }[] = [];

  constructor(database: Database) {
    this.#database = database;
  }

  /** Runs `work` in a transaction: its changes are kept, or none of them when it throws. */
  run<T>(work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#jobs.length === 0) this.#await(1);
      this.#jobs.push({
        work: () => {
          try {
            const result = this.#database.attempt(work);
            return () => resolve(result);
          } catch (error) {
            return () => reject(error);
          }
        },
        fail: reject,
      });
      if (this.#jobs.length === mostTogether) this.#commit();
    });
  }

  /** As long as each turn brings more. */
  #await(known: number): void {
    setImmediate(() => {
      if (this.#jobs.length > known) this.#await(this.#jobs.length);
      else this.#commit();
    });
  }

  #commit(): void {
    const jobs = this.#jobs;
    if (jobs.length === 0) return;
    this.#jobs = [];
    try {
      const told = this.#database.transaction(() => jobs.map(({ work }) => work()));
      for (const tell of told) tell();
    } catch (error) {
      for (const { fail } of jobs) fail(error);
    }
  }
}
