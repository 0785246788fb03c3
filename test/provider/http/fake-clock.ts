import { setImmediate as nextTurn } from "node:timers/promises";
import type { Clock } from "../../../provider/clock.ts";

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/** A clock that moves only by hand, from one sleeper to the next. */
export class FakeClock implements Clock {
  /** While it is true, something happens in real time and nobody is woken. */
  readonly #isBusy: () => boolean;
  #now = 1_800_000_000_000;
  #sleepers: Sleeper[] = [];

  constructor(isBusy = () => false) {
    this.#isBusy = isBusy;
  }

  now(): number {
    return this.#now;
  }

  sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const sleeper = { at: this.#now + milliseconds, wake: resolve };
      this.#sleepers.push(sleeper);
      signal?.addEventListener("abort", () => {
        this.#sleepers = this.#sleepers.filter((other) => other !== sleeper);
        reject(signal.reason);
      });
    });
  }

  /** Lets everything that can happen now happen, then wakes sleepers up to `until`. */
  async runUntil(until: number): Promise<void> {
    for (;;) {
      do await nextTurn();
      while (this.#isBusy());
      const next = this.#next();
      if (next === undefined || next.at > until) break;
      this.#sleepers = this.#sleepers.filter((sleeper) => sleeper !== next);
      this.#now = Math.max(this.#now, next.at);
      next.wake();
    }
    this.#now = Math.max(this.#now, Number.isFinite(until) ? until : this.#now);
  }

  #next(): Sleeper | undefined {
    let next: Sleeper | undefined;
    for (const sleeper of this.#sleepers)
      if (next === undefined || sleeper.at < next.at) next = sleeper;
    return next;
  }

  /** Runs until nobody sleeps. */
  async run(): Promise<void> {
    await this.runUntil(Number.POSITIVE_INFINITY);
  }

  /** Runs until `promise` settles, and gives what it settled with. */
  async during<T>(promise: Promise<T>): Promise<T> {
    promise.catch(() => undefined);
    await this.run();
    return await promise;
  }
}
