import type { Sql } from "./database.ts";

/** Where the platform's time comes from. */
export interface TimeSource {
  /** Milliseconds since the epoch. */
  now(): number;
}

/** The platform's time: it starts as that of its source and only moves forward, except by a restore or a reset. */
export interface Clock extends TimeSource {
  /** Seconds that pass on it while one passes outside: 1, or 0 while it is frozen. */
  factor(): number;
  /** @throws Error when `seconds` is not a positive number. */
  advance(seconds: number): void;
  /** Stops the time; it can still be moved. */
  freeze(): void;
  /** Lets the time pass as it does outside again, from where it is. */
  resume(): void;
}

/** RFC 3339 has years of four digits. */
const lastMoment = Date.parse("9999-12-31T23:59:59.999Z");

/** How it differs from its source is kept in the file, so every process sees it. */
export class PlatformClock implements Clock {
  readonly #sql: Sql;
  readonly #source: TimeSource;

  constructor(sql: Sql, source: TimeSource) {
    this.#sql = sql;
    this.#source = source;
  }

  now(): number {
    const row = this.#sql.get`SELECT clock_base, clock_since, clock_factor FROM state`;
    const passed = this.#source.now() - Number(row?.["clock_since"]);
    const now = Number(row?.["clock_base"]) + passed * Number(row?.["clock_factor"]);
    return Math.min(Math.floor(now), lastMoment);
  }

  factor(): number {
    return Number(this.#sql.get`SELECT clock_factor FROM state`?.["clock_factor"]);
  }

  advance(seconds: number): void {
    const refused = "The clock was not advanced";
    if (!(seconds > 0 && Number.isFinite(seconds))) {
      throw new Error(`${refused}: ${seconds} is not a positive number of seconds.`);
    }
    const milliseconds = Math.round(seconds * 1000);
    if (this.now() + milliseconds > lastMoment) {
      throw new Error(`${refused}: its last moment is the end of the year 9999.`);
    }
    this.#sql.run`UPDATE state SET clock_base = clock_base + ${milliseconds}`;
  }

  freeze(): void {
    this.#runAt(0);
  }

  resume(): void {
    this.#runAt(1);
  }

  #runAt(factor: number): void {
    const now = Math.floor(this.#source.now());
    this.#sql.run`UPDATE state SET clock_since = ${now}, clock_factor = ${factor},
      clock_base = CAST(clock_base + (${now} - clock_since) * clock_factor AS INTEGER)`;
  }
}
