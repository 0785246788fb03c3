import type { Definition, Props } from "../../definition/definition.ts";
import { naturalId } from "../state/ids.ts";

/** Who has an object: a declaration as intents name it, and in words. */
export interface Holder {
  readonly declaration: string;
  readonly subject: string;
  /**
   * For what this run made, adopted, found or changed: a sentence why it is kept from the declaration's
   * own older state as well. Undefined for what a state holds, which the same declaration may delete.
   */
  readonly why?: string;
}

/** An object as a declaration knows it. */
interface Held {
  readonly id: string;
  /** Inputs, or a state with them. */
  readonly props: Props;
}

/**
 * Which declarations of this run have which object. The engine asks for deletions by id and old
 * state alone: it does not know that another declaration, or the replacement of the same one, came
 * to the object that is to be deleted.
 */
export class Holders {
  readonly #holders = new Map<string, Map<string, Holder>>();

  /** Notes that a declaration has the object; what this run did to it is not forgotten for a state. */
  note(definition: Definition, held: Held, holder: Holder): void {
    const key = keyOf(definition, held);
    const all = this.#holders.get(key) ?? new Map<string, Holder>();
    this.#holders.set(key, all);
    if (holder.why !== undefined || !all.has(holder.declaration)) {
      all.set(holder.declaration, holder);
    }
  }

  /** Who keeps the object from being deleted for this declaration. */
  keeperFrom(definition: Definition, held: Held, declaration: string): Holder | undefined {
    const all = [...(this.#holders.get(keyOf(definition, held))?.values() ?? [])];
    return all.find((holder) => {
      return holder.declaration !== declaration || holder.why !== undefined;
    });
  }

  /** Notes that the state of a declaration no longer has the object. */
  noteLeft(definition: Definition, held: Held, declaration: string): void {
    this.#holders.get(keyOf(definition, held))?.delete(declaration);
  }
}

/** Inputs tell better than an id that may become another one, as a member's does. */
function keyOf(definition: Definition, { id, props }: Held): string {
  return `${definition.type} ${naturalId(definition, props) ?? id}`;
}
