/**
 * Who goes first when requests wait: `resolve` finds out what became of a write or deletes, `write`
 * creates and updates, `wait` asks whether something is done, `read` refreshes.
 */
export type Priority = "resolve" | "write" | "wait" | "read";

/** What waits, one line per class, because a class can be held up while others pass it. */
export class PriorityQueue<T extends Queued> {
  readonly #lines: Readonly<Record<Priority, T[]>> = { resolve: [], write: [], wait: [], read: [] };

  add(item: T): void {
    const line = this.#lines[item.priority];
    const before = line.findLastIndex((other) => compare(other, item) < 0);
    line.splice(before + 1, 0, item);
  }

  /** The first of each class, in the order in which they would go. */
  heads(): readonly T[] {
    return priorities.flatMap((priority) => this.#lines[priority][0] ?? []).sort(compare);
  }

  /** When the first of all deadlines is; `Infinity` when nothing waits. */
  firstDeadline(): number {
    const lines = Object.values(this.#lines).flat();
    return lines.reduce((first, { deadline }) => Math.min(first, deadline), Infinity);
  }

  remove(item: T): void {
    const line = this.#lines[item.priority];
    const index = line.indexOf(item);
    if (index !== -1) line.splice(index, 1);
  }

  /** Takes out and gives those of a class whose deadline is not after `time`. */
  takeLate(priority: Priority, time: number): readonly T[] {
    const late = this.#lines[priority].filter(({ deadline }) => deadline <= time);
    for (const item of late) this.remove(item);
    return late;
  }
}

/** What the queue has to know of an item. */
export interface Queued {
  readonly priority: Priority;
  /** When it is too late for it, in the clock's milliseconds. */
  readonly deadline: number;
  /** Smaller goes first. */
  readonly rank: number;
  /** The order of arrival, which decides between equal ranks. */
  readonly arrival: number;
}

/** From first to last. */
const priorities = ["resolve", "write", "wait", "read"] as const satisfies readonly Priority[];

/** Five seconds of waiting are worth a class, so that nothing waits forever. */
const classMs = 5000;

/** The rank of what comes now. Waiting changes nobody's rank: what comes later has a higher one. */
export function rankAt(now: number, priority: Priority): number {
  return now + priorities.indexOf(priority) * classMs;
}

/** The rank of a request that the platform refused: before all that have not been sent yet. */
export const refusedRank = Number.NEGATIVE_INFINITY;

function compare(one: Queued, other: Queued): number {
  // A difference of two infinite ranks would be no number.
  return one.rank === other.rank ? one.arrival - other.arrival : one.rank - other.rank;
}
