import type { Entry } from "./entry.ts";
import { Listener, type Surroundings } from "./listener.ts";
import type { Plan } from "./plan.ts";

/** The entries of the world on ports of this machine. */
export class Listeners {
  readonly #surroundings: Surroundings;
  /** On which port an entry was the last time. */
  readonly #portOf: (entry: string) => number;
  /** Called when one has begun to listen. */
  readonly #opened: () => void;
  readonly #listeners = new Map<string, Listener>();
  /** Those that end with their last connections. */
  readonly #retired = new Set<Listener>();
  readonly #opening = new Set<Promise<void>>();

  constructor(
    surroundings: Surroundings,
    { portOf, opened }: { portOf: (entry: string) => number; opened: () => void },
  ) {
    this.#surroundings = surroundings;
    this.#portOf = portOf;
    this.#opened = opened;
  }

  follow({ entries, objects }: Pick<Plan, "entries" | "objects">): void {
    for (const [id, listener] of this.#listeners) {
      const entry = entries.get(id);
      if (entry !== undefined && entry.problem === undefined) continue;
      this.#listeners.delete(id);
      listener.retire();
      this.#retired.add(listener);
    }
    for (const listener of this.#retired) {
      if (!objects.has(listener.object)) listener.end();
      if (listener.isOver) this.#retired.delete(listener);
    }
    for (const entry of entries.values()) if (entry.problem === undefined) this.#carry(entry);
  }

  /** Where an entry listens, or why it does not. */
  stateOf(entry: string): Pick<Listener, "address" | "problem"> {
    return this.#listeners.get(entry) ?? { address: null, problem: null };
  }

  /** Resolves once all listen. */
  async ready(): Promise<void> {
    await Promise.all(this.#opening);
  }

  /** Ends all and their connections. */
  end(): void {
    this.follow({ entries: new Map(), objects: new Set() });
  }

  #carry(entry: Entry): void {
    const known = this.#listeners.get(entry.id);
    if (known !== undefined) {
      known.become(entry);
      return;
    }
    const listener = new Listener(entry, this.#surroundings);
    this.#listeners.set(entry.id, listener);
    const opening = listener.open(this.#portOf(entry.id)).then(() => {
      this.#opening.delete(opening);
      this.#opened();
    });
    this.#opening.add(opening);
  }
}
