import type { Kind } from "../../../contract/endpoints.ts";
import type { Clock } from "../../clock.ts";

/** How far lists may lag behind: so long an answer to a write is believed over them. */
export const lagMilliseconds = 30_000;

/**
 * What answers to this process's own writes say about objects. Lists may lag behind: an object that
 * was just created may not be in them yet, and one that was just deleted may still be.
 */
export class Sightings {
  readonly #clock: Clock;
  readonly #created = new Map<string, number>();
  readonly #deleted = new Map<string, number>();
  readonly #stored = new Set<string>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Notes that the platform acknowledged a create. */
  noteCreated(kind: Kind, id: string): void {
    const key = keyOf(kind, id);
    this.#created.set(key, this.#clock.now());
    this.#deleted.delete(key);
  }

  /** Notes that the platform acknowledged a delete. */
  noteDeleted(kind: Kind, id: string): void {
    const key = keyOf(kind, id);
    this.#deleted.set(key, this.#clock.now());
    this.#created.delete(key);
  }

  /** Notes that an answer showed the object: from now on one without it counts. */
  noteSeen(kind: Kind, id: string): void {
    this.#created.delete(keyOf(kind, id));
  }

  /** Notes that a state holds the object, as the engine shows. */
  noteStored(kind: Kind, id: string): void {
    this.#stored.add(keyOf(kind, id));
  }

  /** Notes that the object is proven to be gone. */
  noteGone(kind: Kind, id: string): void {
    const key = keyOf(kind, id);
    this.#created.delete(key);
    this.#stored.delete(key);
  }

  /** True for an object that a state holds: no create that is in doubt can have made it. */
  isStored(kind: Kind, id: string): boolean {
    return this.#stored.has(keyOf(kind, id));
  }

  /** True while an object that was created may be missing from answers because they lag. */
  isAwaited(kind: Kind, id: string): boolean {
    return this.#isRecent(this.#created.get(keyOf(kind, id)));
  }

  /** True while an object that was deleted may be in answers because they lag. */
  isDeleted(kind: Kind, id: string): boolean {
    return this.#isRecent(this.#deleted.get(keyOf(kind, id)));
  }

  #isRecent(time: number | undefined): boolean {
    return time !== undefined && this.#clock.now() < time + lagMilliseconds;
  }
}

function keyOf(kind: Kind, id: string): string {
  return `${kind} ${id}`;
}
