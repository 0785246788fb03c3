import type { Resource } from "./engine-state.ts";
import type { Declaration } from "./program.ts";

/** The ids that the user writes into the program as `adopt`, until they have done their work. */
export class Adoptions {
  readonly #ids = new Map<string, string>();
  /** Resources with another name, and `adopt` with it. */
  readonly #renamed = new Set<string>();

  #isAny = false;

  idFor(name: string): string | undefined {
    return this.#ids.get(name);
  }

  /** The inputs that adopt it. */
  inputsFor(name: string): { readonly adopt?: string } {
    const adopt = this.#ids.get(name);
    return adopt === undefined ? {} : { adopt };
  }

  /** True once anything was adopted: where nothing reads it, its state has no name. */
  get isAny(): boolean {
    return this.#isAny;
  }

  write(name: string, id: string): void {
    this.#isAny = true;
    this.#ids.set(name, id);
  }

  erase(name: string): void {
    this.#ids.delete(name);
  }

  /** The id of what was renamed and the state knows by its former name only; once for each. */
  formerIdOf({ adoptFrom, name }: Declaration, resources: readonly Resource[]): string | undefined {
    if (adoptFrom === undefined || this.#renamed.has(name)) return undefined;
    const former = resources.find((known) => known.name === adoptFrom && !known.isCondemned);
    const id = this.#ids.get(adoptFrom) ?? former?.id;
    if (id === undefined || id.startsWith("unresolved-")) return undefined;
    this.#renamed.add(name);
    return id;
  }

  /** It has done its work once the state has the id. */
  tidyUp(resources: readonly Resource[]): void {
    for (const { name, id } of resources) {
      if (this.#ids.get(name) === id) this.#ids.delete(name);
    }
  }
}
