import type { SQLTagStore } from "node:sqlite";
import { z } from "zod";

/** Where the platform's time comes from. */
export interface TimeSource {
  /** Milliseconds since the epoch. */
  now(): number;
}

/** RFC 3339 has years of four digits. */
const lastMoment = Date.parse("9999-12-31T23:59:59.999Z");

const Row = z.object({ clock_base: z.int(), clock_since: z.int(), clock_factor: z.number() });

/**
 * The platform's time. It starts as that of its source and only moves forward; how it differs from
 * the source is kept in the file, so every process sees it.
 */
export class PlatformClock implements TimeSource {
  readonly #sql: SQLTagStore;
  readonly #source: TimeSource;

  constructor(sql: SQLTagStore, source: TimeSource) {
    this.#sql = sql;
    this.#source = source;
  }

  /** Milliseconds since the epoch, as the platform sees it. */
  now(): number {
    const { clock_base, clock_since, clock_factor } = this.#row();
    const passed = (this.#source.now() - clock_since) * clock_factor;
    return Math.min(Math.floor(clock_base + passed), lastMoment);
  }

  /** Seconds that pass in the world while one passes outside: 1 unless it was scaled, 0 while it is frozen. */
  factor(): number {
    return this.#row().clock_factor;
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
    this.#moveBy(Math.round(seconds * 1000), "advanced");
  }

  /**
   * Moves the platform's time forward to a moment.
   *
   * @throws Error when it has passed already: time does not go back.
   */
  jump(to: Date): void {
    const now = this.now();
    if (!(to.getTime() >= now)) {
      const asked = Number.isNaN(to.getTime()) ? "not a date" : `${to.toISOString()}, the past`;
      throw new Error(
        `The clock did not jump: the moment is ${asked}, and it is ${new Date(now).toISOString()} on the platform. Its time only moves forward; restore a saved world to go back.`,
      );
    }
    this.#moveBy(to.getTime() - now, "moved");
  }

  /** Lets the platform's time stand still; it can still be advanced. */
  freeze(): void {
    this.#run(0);
  }

  /** Lets the platform's time pass like its source's again, from where it is. */
  resume(): void {
    this.#run(1);
  }

  /**
   * Lets the platform's time pass this many times as fast as its source's, from where it is.
   *
   * @throws Error when the factor is not a positive number up to a million.
   */
  scale(factor: number): void {
    if (!(factor > 0 && factor <= 1e6)) {
      throw new Error(
        `The clock was not scaled: ${factor} is not a positive number up to a million. To stop the time, freeze it.`,
      );
    }
    this.#run(factor);
  }

  #run(factor: number): void {
    this.#sql
      .run`UPDATE state SET clock_base = ${this.now()}, clock_since = ${Math.floor(this.#source.now())},
      clock_factor = ${factor}`;
  }

  #moveBy(milliseconds: number, done: string): void {
    if (this.now() + milliseconds > lastMoment) {
      throw new Error(`The clock was not ${done}: its last moment is the end of the year 9999.`);
    }
    this.#sql.run`UPDATE state SET clock_base = clock_base + ${milliseconds}`;
  }

  #row(): z.infer<typeof Row> {
    return Row.parse(this.#sql.get`SELECT clock_base, clock_since, clock_factor FROM state`);
  }
}
