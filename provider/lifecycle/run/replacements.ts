/**
 * Objects being replaced. Comparisons set them; creates and deletions read them, because the engine does not pass it to
 * them.
 */
export class Replacements {
  readonly #byDeclaration = new Map<string, Replaced>();

  /** Another object is about to take the place of the one that a declaration has. */
  note(declaration: string, replaced: Replaced): void {
    this.#byDeclaration.set(declaration, replaced);
  }

  /** The object that a create of the declaration replaces. */
  of(declaration: string): Replaced | undefined {
    return this.#byDeclaration.get(declaration);
  }

  /** True for the id of an object that is being replaced. */
  has(id: string): boolean {
    return [...this.#byDeclaration.values()].some((replaced) => replaced.id === id);
  }
}

/** An object that another one takes the place of; `found` is the id of the one that a placeholder stands for. */
interface Replaced {
  readonly id: string;
  readonly found?: string | undefined;
}
