import { setImmediate as nextTurn } from "node:timers/promises";

interface Event {
  readonly at: number;
  readonly happen: () => void;
}

const start = 1_800_000_000_000;

/** Thrown when something is waited for that nothing can bring about any more. */
export class Standstill extends Error {}

/** The one time of a simulation: it does not move while anybody works, then jumps to the next event. */
export class VirtualTime {
  #now = start;
  #working = 0;
  /** Resolves once nobody works. */
  #rest = Promise.withResolvers<void>();
  /** Those whose promise is settled, and who have not gone on yet. */
  #due = 0;
  /** Future events, soonest first; of equal ones the first that was added. */
  #events: Event[] = [];

  now(): number {
    return this.#now;
  }

  /** Seconds since the start, for people. */
  get seconds(): number {
    return (this.#now - start) / 1000;
  }

  /** Lets something happen later; what is returned calls it off. */
  after(milliseconds: number, happen: () => void): () => void {
    // Like the clock of a machine, this one knows whole milliseconds only.
    const event = { at: this.#now + Math.ceil(Math.max(0, milliseconds)), happen };
    const later = this.#events.findLastIndex(({ at }) => at <= event.at) + 1;
    this.#events.splice(later, 0, event);
    return () => {
      const place = this.#events.indexOf(event);
      if (place !== -1) this.#events.splice(place, 1);
    };
  }

  /** Time does not move until `work` is done. */
  async during<T>(work: Promise<T>): Promise<T> {
    this.#working += 1;
    try {
      return await work;
    } finally {
      this.#working -= 1;
      if (this.#working === 0) {
        this.#rest.resolve();
        this.#rest = Promise.withResolvers<void>();
      }
    }
  }

  /** Lets time pass until a promise is settled; several may wait at once. @throws Standstill when nothing can settle it. */
  async until<T>(promise: Promise<T>): Promise<T> {
    let isSettled = false;
    const settle = () => {
      isSettled = true;
      this.#due += 1;
    };
    promise.then(settle, settle);
    for (;;) {
      await nextTurn();
      if (this.#working > 0) {
        await this.#rest.promise;
        continue;
      }
      if (isSettled) {
        this.#due -= 1;
        return promise;
      }
      if (this.#due > 0) continue;
      const event = this.#events.shift();
      if (event === undefined) throw new Standstill("nothing can happen any more");
      this.#now = Math.max(this.#now, event.at);
      event.happen();
    }
  }

  async pass(milliseconds: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.after(milliseconds, resolve);
    await this.until(promise);
  }
}
