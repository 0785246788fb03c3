/**
 * Tells people what is waited for: first after 15 s, then after 30 s and a minute, then every
 * minute. Every row shows the status of its object; of rows with the same status only one keeps
 * showing for how long. It has no timer: whoever waits asks for the next time and comes back.
 */
export class Progress {
  readonly #all = new WeakMap<Row, Wait>();
  readonly #present = new Set<Wait>();

  /** From now on the operation of this row waits, with this status. */
  begin(row: Row, text: string, now: number): void {
    const known = this.#all.get(row);
    const nextAt = now + firstMilliseconds;
    const wait = known ?? { row, begunAt: now, text, since: now, nextAt };
    if (wait.text !== text) Object.assign(wait, { text, since: now });
    this.#all.set(row, wait);
    this.#present.add(wait);
  }

  /** It waits no more, for now. */
  end(row: Row): void {
    const wait = this.#all.get(row);
    if (wait !== undefined) this.#present.delete(wait);
  }

  /** When there will be something to say. */
  get nextAt(): number {
    return Math.min(...[...this.#present].map(({ nextAt }) => nextAt));
  }

  /** Says what it is time to say. */
  tell(now: number): void {
    for (const wait of [...this.#present].filter(({ nextAt }) => nextAt <= now)) {
      wait.row.show(this.#lineOf(wait, now));
      wait.nextAt = now + gapAfter(now - wait.begunAt);
    }
  }

  #lineOf(wait: Wait, now: number): string {
    const alike = [...this.#present]
      .filter(({ text, begunAt }) => text === wait.text && now >= begunAt + firstMilliseconds)
      .toSorted((one, other) => one.since - other.since);
    const seconds = Math.round((now - wait.since) / 1000);
    if (alike[0] !== wait || seconds === 0) return wait.text;
    const others = alike.length === 1 ? "" : `, like ${alike.length - 1} more`;
    return `${wait.text}, ${seconds} s so far${others}`;
  }
}

/** When the first line about a wait comes, and how far apart later ones are at most. */
const [firstMilliseconds, longestMilliseconds] = [15_000, 60_000];

/** An operation as people see it. */
export interface Row {
  show(text: string): void;
}

/** The things that an operation waits for, one after the other. */
interface Wait {
  readonly row: Row;
  /** When the operation first waited; the clock's milliseconds. */
  readonly begunAt: number;
  /** Its status, and since when. */
  text: string;
  since: number;
  /** When its row may show something new. */
  nextAt: number;
}

/** It gets quieter with time. */
function gapAfter(elapsed: number): number {
  return Math.min(longestMilliseconds, Math.max(firstMilliseconds, elapsed));
}
