import type { Kind } from "../../../contract/endpoints.ts";
import type { Clock } from "../../clock.ts";

/** How far lists may lag behind: so long an answer to a write is believed over them. */
export const lagMilliseconds = 30_000;

/** What this run wrote, and answers may not show yet because they lag. */
export class RecentWrites {
  readonly #clock: Clock;
  /** When objects were created that no answer has shown since. */
  readonly #created = new Map<string, number>();
  /** When deletions were accepted. */
  readonly #deleted = new Map<string, number>();
  #latestAt = Number.NEGATIVE_INFINITY;
  #lastStamp = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  noteCreated(kind: Kind, id: string): void {
    this.#created.set(objectKey(kind, id), this.#clock.now());
    this.#deleted.delete(objectKey(kind, id));
  }

  /** The platform accepted the deletion. */
  noteDeleted(kind: Kind, id: string): void {
    this.#deleted.set(objectKey(kind, id), this.#clock.now());
    this.#created.delete(objectKey(kind, id));
  }

  /** An answer showed the object: from now on one without it counts. */
  noteSeen(kind: Kind, id: string): void {
    this.#created.delete(objectKey(kind, id));
  }

  /** A request that writes has ended. */
  noteWrite(): void {
    this.#latestAt = this.stamp();
  }

  /** True for an object that this run created and no answer has shown since. */
  isUnshown(kind: Kind, id: string): boolean {
    return this.#created.has(objectKey(kind, id));
  }

  /** True while an object that was created may be missing from answers. */
  isAwaited(kind: Kind, id: string): boolean {
    return this.#isRecent(this.#created.get(objectKey(kind, id)));
  }

  /** True while an object that was deleted may be in answers. */
  isDeleted(kind: Kind, id: string): boolean {
    return this.#isRecent(this.#deleted.get(objectKey(kind, id)));
  }

  /** When the latest write ended: a list that was asked for before may not show it; the clock's milliseconds. */
  get latestAt(): number {
    return this.#latestAt;
  }

  /** The time, and always a later one than before: within a millisecond order decides. */
  stamp(): number {
    // 0.001 ms: finer than the clock's resolution, and still exact in a double of this size.
    this.#lastStamp = Math.max(this.#clock.now(), this.#lastStamp + 0.001);
    return this.#lastStamp;
  }

  #isRecent(time = Number.NEGATIVE_INFINITY): boolean {
    return this.#clock.now() < time + lagMilliseconds;
  }
}

function objectKey(kind: Kind, id: string): string {
  return `${kind} ${id}`;
}
