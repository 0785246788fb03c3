/**
 * Who goes first when requests wait: `resolve` finds out what became of a write or deletes, `write`
 * creates and updates, `wait` asks whether something is done, `read` refreshes.
 */
export type Priority = "resolve" | "write" | "wait" | "read";

/** The request that waits: how errors name it, who goes first and when it is too late. */
export interface Slot {
  readonly label: string;
  readonly priority: Priority;
  /** In the clock's milliseconds. */
  readonly deadline: number;
}

/** A request in the queue. */
export interface Waiter<T> {
  readonly slot: Slot;
  readonly place: Place;
  readonly grant: (turn: T) => void;
  readonly refuse: (error: Error) => void;
}

/** Where a request stands: smaller goes first. */
export interface Place {
  /** When it came, later by so much per class; before all others once the platform refused it. */
  readonly rank: number;
  /** Order of arrival, for equal ranks. */
  readonly ticket: number;
}

/** From first to last. */
const order = ["resolve", "write", "wait", "read"] as const satisfies readonly Priority[];

/** Whoever waited this long goes before a newcomer of the class above. */
const agingMs = 5000;

/** The place of a request that comes now. */
export function placeOf({ priority }: Slot, ticket: number, now: number): Place {
  return { rank: now + order.indexOf(priority) * agingMs, ticket };
}

/** The place of a request that the platform refused: before all that were not. */
export function frontOf({ ticket }: Place): Place {
  return { rank: Number.NEGATIVE_INFINITY, ticket };
}

/** Whether the platform refused the request that stands there. */
export function isRefused({ rank }: Place): boolean {
  return rank === Number.NEGATIVE_INFINITY;
}

/** Waiting requests, each class in its order. Aging moves nobody: it is part of the rank. */
export class Queue<T> {
  readonly #classes: Readonly<Record<Priority, Waiter<T>[]>> = {
    resolve: [],
    write: [],
    wait: [],
    read: [],
  };
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(waiter: Waiter<T>): void {
    const line = this.#classes[waiter.slot.priority];
    const before = line.findLastIndex((other) => isBefore(other, waiter));
    line.splice(before + 1, 0, waiter);
    this.#size += 1;
  }

  /** The first of each class, in the order they would go. */
  heads(): readonly Waiter<T>[] {
    const heads = order.flatMap((priority) => this.#classes[priority][0] ?? []);
    return heads.length < 2 ? heads : heads.sort((a, b) => (isBefore(a, b) ? -1 : 1));
  }

  has(waiter: Waiter<T>): boolean {
    return this.#classes[waiter.slot.priority].lastIndexOf(waiter) !== -1;
  }

  /** How many go before a waiter; `wait`s are left out, because others may pass them. */
  ahead(waiter: Waiter<T>): number {
    let count = 0;
    for (const priority of order) {
      if (priority === "wait") continue;
      count += this.#classes[priority].findLastIndex((other) => isBefore(other, waiter)) + 1;
    }
    return count;
  }

  /** All of them, first to last. */
  all(): readonly Waiter<T>[] {
    return Object.values(this.#classes)
      .flat()
      .sort((a, b) => (isBefore(a, b) ? -1 : 1));
  }

  /** Takes one out. */
  remove(waiter: Waiter<T>): void {
    const line = this.#classes[waiter.slot.priority];
    const index = line.indexOf(waiter);
    if (index === -1) return;
    // Unlike `splice`, this does not move the rest of a long line.
    if (index === 0) line.shift();
    else line.splice(index, 1);
    this.#size -= 1;
  }
}

function isBefore<T>({ place: one }: Waiter<T>, { place: other }: Waiter<T>): boolean {
  return one.rank === other.rank ? one.ticket < other.ticket : one.rank < other.rank;
}
