import type { Endpoint } from "../../../contract/endpoints.ts";

interface Roll {
  readonly absent: Set<string>;
  present: boolean;
  pending: number;
}

/**
 * Which collections of the platform showed anything that was looked for in this run: where all of
 * several objects are missing, the key or the organization is more likely wrong than all deleted.
 */
export class RollCall {
  readonly #rolls = new Map<string, Roll>();

  /** Counts a look as under way while `look` runs. */
  async during<T>(collection: string, look: () => Promise<T>): Promise<T> {
    const roll = this.#roll(collection);
    roll.pending += 1;
    try {
      return await look();
    } finally {
      roll.pending -= 1;
    }
  }

  /** Notes that the collection showed something that was looked for. */
  notePresent(collection: string): void {
    this.#roll(collection).present = true;
  }

  /** Notes that an object seems to be gone. */
  noteAbsent(collection: string, id: string): void {
    this.#roll(collection).absent.add(id);
  }

  /** True while looks under way may still show something. */
  isOpen(collection: string): boolean {
    const { present, pending } = this.#roll(collection);
    return !present && pending > 0;
  }

  /** Ids of the objects that are missing, when all that were looked for are; else none. */
  missing(collection: string): readonly string[] {
    const { present, absent } = this.#roll(collection);
    return present ? [] : [...absent];
  }

  #roll(collection: string): Roll {
    const roll = this.#rolls.get(collection) ?? { absent: new Set(), present: false, pending: 0 };
    this.#rolls.set(collection, roll);
    return roll;
  }
}

/** The collection a route leads into, e.g. `/api/v1/instances` for an instance and for its ports. */
export function collectionOf({ prefix, path }: Pick<Endpoint, "prefix" | "path">): string {
  return `${prefix}${path.split("/{")[0]}`;
}
