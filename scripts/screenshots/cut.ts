/** A part of what happened, in milliseconds, and for how many seconds it is shown. */
interface Part {
  readonly from: number;
  readonly to: number;
  readonly shown: number;
}

/** Which part of real time is shown when. */
export class Cut {
  readonly #parts: Part[] = [];

  /** Shows what happens meanwhile as it was, or evenly faster where it takes longer than these seconds. */
  async show(atMost: number, action: () => Promise<void>): Promise<void> {
    const from = performance.now();
    await action();
    const to = performance.now();
    this.#parts.push({ from, to, shown: Math.min((to - from) / 1000, atMost) });
  }

  /** Shows for so many seconds what is there now. */
  hold(seconds: number): void {
    const now = performance.now();
    this.#parts.push({ from: now, to: now, shown: seconds });
  }

  /** The second in which something is shown that happened then. */
  second(at: number): number {
    const seconds = this.#parts.map(({ from, to, shown }) => {
      if (at <= from) return 0;
      return at >= to ? shown : (shown * (at - from)) / (to - from);
    });
    return seconds.reduce((sum, one) => sum + one, 0);
  }
}
