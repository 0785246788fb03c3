/** How long requests under way may take to end, and answers to reach the engine. */
const drainMs = { requests: 4_000, answers: 250 } as const;

/** Time and what ends the process, so that tests need neither. */
export interface Ending {
  /** Calls back after some milliseconds. */
  after(milliseconds: number, then: () => void): void;
  exit(): void;
}

/**
 * The end of a provider process in good order: once `ending` is set, nothing new is sent and every wait
 * ends at once, so that what exists is stored; requests that have left may still get their answers.
 */
export class Shutdown {
  readonly #stopping = new AbortController();
  readonly #ending: Ending;
  #running = 0;
  #hasEnded = false;

  constructor(ending: Ending) {
    this.#ending = ending;
  }

  /** Aborted once the process is to end. */
  get signal(): AbortSignal {
    return this.#stopping.signal;
  }

  /** True while nothing runs and nothing ended it. */
  get isIdle(): boolean {
    return this.#running === 0 && !this.signal.aborted;
  }

  /** Counts an operation as running, so that the process waits for it. */
  async during<T>(operation: () => Promise<T>): Promise<T> {
    this.#running += 1;
    try {
      return await operation();
    } finally {
      this.#running -= 1;
      if (this.signal.aborted && this.#running === 0) this.#endAfter(drainMs.answers);
    }
  }

  /** Starts the end; the process ends within five seconds, and at once when nothing runs. */
  begin(): void {
    if (this.signal.aborted) return;
    this.#stopping.abort();
    this.#endAfter(this.#running === 0 ? 0 : drainMs.requests);
  }

  #endAfter(milliseconds: number): void {
    this.#ending.after(milliseconds, () => {
      if (this.#hasEnded) return;
      this.#hasEnded = true;
      this.#ending.exit();
    });
  }
}
