import type { SQLTagStore } from "node:sqlite";

/** Where the platform's time comes from. */
export interface TimeSource {
  /** Milliseconds since the epoch. */
  now(): number;
}

/** The platform's time. Its lead over the source is kept in the file, so every process sees it. */
export class PlatformClock implements TimeSource {
  readonly #sql: SQLTagStore;
  readonly #source: TimeSource;

  constructor(sql: SQLTagStore, source: TimeSource) {
    this.#sql = sql;
    this.#source = source;
  }

  /** Milliseconds since the epoch, as the platform sees it. */
  now(): number {
    const row = this.#sql.get`SELECT clock_offset FROM world`;
    return this.#source.now() + Number(row?.["clock_offset"]);
  }

  /**
   * Moves the platform's time forward.
   *
   * @throws Error when `seconds` is not a positive number: time does not go back.
   */
  advance(seconds: number): void {
    if (!(seconds > 0 && Number.isFinite(seconds))) {
      throw new Error(
        `The clock was not advanced: ${seconds} is not a positive number of seconds.`,
      );
    }
    this.#sql.run`UPDATE world SET clock_offset = clock_offset + ${Math.round(seconds * 1000)}`;
  }
}
