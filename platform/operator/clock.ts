import type { Database, Sql } from "../store/database.ts";
import { kept } from "../store/kept.ts";

/** Where the platform's time comes from. */
export interface TimeSource {
  /** Milliseconds since the epoch. */
  now(): number;
}

/** The platform's time: it starts as that of its source and only moves forward. */
export interface Clock extends TimeSource {
  /** Seconds that pass on it while one passes outside: 1 unless it was scaled, 0 while it is frozen. */
  factor(): number;
  /** @throws Error when `seconds` is not a positive number. */
  advance(seconds: number): void;
  /** @throws Error when the moment has passed already. */
  jump(to: Date): void;
  /** Lets the time stand still; it can still be moved. */
  freeze(): void;
  /** Lets the time pass as it does outside again, from where it is. */
  resume(): void;
  /** @throws Error when the factor is not a positive number up to a million. */
  scale(factor: number): void;
}

/** RFC 3339 has years of four digits. */
const lastMoment = Date.parse("9999-12-31T23:59:59.999Z");

/** How a clock differs from its source: the moment that it showed at one of its source's, and its pace since. */
interface Difference {
  readonly base: number;
  readonly since: number;
  readonly factor: number;
}

/** How it differs from its source is kept in the file, so every process sees it. */
export class PlatformClock implements Clock {
  readonly #sql: Sql;
  readonly #source: TimeSource;
  readonly #difference: () => Difference;

  constructor(database: Database, source: TimeSource) {
    this.#sql = database.watched;
    this.#source = source;
    this.#difference = kept(database, () => {
      const row = this.#sql.get`SELECT clock_base, clock_since, clock_factor FROM state`;
      return {
        base: Number(row?.["clock_base"]),
        since: Number(row?.["clock_since"]),
        factor: Number(row?.["clock_factor"]),
      };
    });
  }

  now(): number {
    const { base, since, factor } = this.#difference();
    const passed = (this.#source.now() - since) * factor;
    return Math.min(Math.floor(base + passed), lastMoment);
  }

  factor(): number {
    return this.#difference().factor;
  }

  advance(seconds: number): void {
    if (!(seconds > 0 && Number.isFinite(seconds))) {
      throw new Error(
        `The clock was not advanced: ${seconds} is not a positive number of seconds.`,
      );
    }
    this.#moveBy(Math.round(seconds * 1000));
  }

  jump(to: Date): void {
    const now = this.now();
    if (!(to.getTime() >= now)) {
      const asked = Number.isNaN(to.getTime()) ? "it is not a date" : "it has passed";
      const [moment, today] = [to, new Date(now)].map((date) => JSON.stringify(date));
      throw new Error(
        `The clock did not jump to ${moment}: ${asked}; the platform's time is ${today} and only moves forward. Name a later moment, or restore a saved world.`,
      );
    }
    this.#moveBy(to.getTime() - now);
  }

  freeze(): void {
    this.#runAt(0);
  }

  resume(): void {
    this.#runAt(1);
  }

  scale(factor: number): void {
    if (!(factor > 0 && factor <= 1e6)) {
      throw new Error(
        `The clock was not scaled: ${factor} is not a positive number up to a million. Freeze it to stop the time.`,
      );
    }
    this.#runAt(factor);
  }

  #runAt(factor: number): void {
    const now = Math.floor(this.#source.now());
    this.#sql.run`UPDATE state SET clock_since = ${now}, clock_factor = ${factor},
      clock_base = CAST(clock_base + (${now} - clock_since) * clock_factor AS INTEGER)`;
  }

  #moveBy(milliseconds: number): void {
    if (this.now() + milliseconds > lastMoment) {
      throw new Error("The clock was not moved: its last moment is the end of the year 9999.");
    }
    this.#sql.run`UPDATE state SET clock_base = clock_base + ${milliseconds}`;
  }
}
