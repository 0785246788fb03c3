import type { Prefix } from "../../../contract/endpoints.ts";
import type { Props } from "../../definition/session.ts";
import { hidden, strings } from "../state/state.ts";

/** What one run has seen and missed so far: what speaks for an absence, and what against it. */
export class Evidence {
  /** What answered. Set by look-ups and writes; read where something has only a name in common with a state. */
  readonly #seen = new Set<string>();
  /** The marks of what answered unmistakably, all those of an object together. Set with it; read where something is missing. */
  readonly #witnesses: { readonly prefix: Prefix | null; readonly marks: readonly string[] }[] = [];
  /** What keys saw last that the one in use took turns with. Set by all that is shown a state; read where something is missing. */
  readonly #inTurn = new Set<string>();
  /** What a look showed to be another account's. Set by look-ups; read with what answered, which it outweighs. */
  readonly #foreign = new Set<string>();
  /** What keys saw before the one in use took their place. Set by diffs; read by creates that another key began. */
  readonly #followed = new Set<string>();
  readonly #looks = new Map<string, number>();
  /** What lists did not show. Set and read by look-ups: one empty list makes everything vanish at once. */
  readonly #missing = new Map<string, Set<string>>();

  /** One of these objects answered. */
  noteSeen(objects: string): void {
    this.#seen.add(objects);
  }

  /** What keys of these marks saw, and no other one as far as is known, answered to the one in use. */
  noteWitness(prefix: Prefix | null, marks: readonly string[]): void {
    this.#witnesses.push({ prefix, marks });
  }

  /** One of these objects turned out to be that of another account. */
  noteForeign(objects: string): void {
    this.#foreign.add(objects);
  }

  isSeen(objects: string): boolean {
    return this.#seen.has(objects) && !this.#foreign.has(objects);
  }

  /** The key in use saw an object before the key that saw these: an account's key sees more than a project's. */
  noteInTurn(objects: string): void {
    this.#inTurn.add(objects);
  }

  /**
   * True where the key in use would see what those of the marks saw, the last one first: something that the last one saw
   * answered to it, and no other key did, since an account's sees more than a project's. Of more marks than are kept
   * nobody can tell, but that both have the same.
   */
  isWitnessed(prefix: Prefix | null, [last = "", ...before]: readonly string[]): boolean {
    const objects = groupOf(prefix, last);
    if (this.#foreign.has(objects) || this.#inTurn.has(objects)) return false;
    return this.#witnesses.some(({ marks, ...of }) => {
      const isNoOther = marks.every((mark) => mark === last || before.includes(mark));
      const areAll = marks.length < mostMarks || before.every((mark) => marks.includes(mark));
      return of.prefix === prefix && marks.includes(last) && isNoOther && areAll;
    });
  }

  /** A state says that the key in use saw its object after the one that saw these. */
  noteFollowed(objects: string): void {
    this.#followed.add(objects);
  }

  /** True for objects of a key in whose place the one in use saw another one of the stack. */
  isFollowed(objects: string): boolean {
    return this.#followed.has(objects);
  }

  /** Counts a look for one of these objects as under way while `look` runs. */
  async looking<T>(objects: string, look: () => Promise<T>): Promise<T> {
    this.#count(objects, 1);
    try {
      return await look();
    } finally {
      this.#count(objects, -1);
    }
  }

  /** True while looks under way may still show one of these objects. */
  mayBeSeen(objects: string): boolean {
    return !this.#foreign.has(objects) && this.#looksFor(objects) > 0;
  }

  /** A list does not show an object. */
  noteMissing(list: string, id: string): void {
    this.#missing.set(list, new Set([...this.missingFrom(list), id]));
  }

  /** A deletion is why it is missing, which says nothing of others. */
  noteDeleted(id: string): void {
    for (const ids of this.#missing.values()) ids.delete(id);
  }

  /** Ids of all that a list did not show. */
  missingFrom(list: string): readonly string[] {
    return [...(this.#missing.get(list) ?? [])];
  }

  #count(objects: string, change: number): void {
    this.#looks.set(objects, this.#looksFor(objects) + change);
  }

  #looksFor(objects: string): number {
    return this.#looks.get(objects) ?? 0;
  }
}

/** What one key saw last, on one prefix. */
export function groupOf(prefix: Prefix | null, seenBy: string): string {
  return `${prefix} ${seenBy}`;
}

/** So many marks are kept: of more than that nobody can tell which keys saw the object. */
const mostMarks = 20;

/** The marks of the keys that saw an object, as its state has them, the last one first: "" where it has none. */
export function marksIn({ [hidden.seenBy]: seenBy, [hidden.seenBefore]: before }: Props) {
  const [last = ""] = strings([seenBy]);
  return [last, ...strings(before)];
}

/** Those that come behind a new one, which is among them where its key took turns with others. */
export function marksBehind([last = "", ...before]: readonly string[], mark: string | undefined) {
  if (last === "" || last === mark) return before;
  return [...new Set([last, ...before])].slice(0, mostMarks);
}

/** Those of the keys that saw the object after the one of the mark had seen it. */
export function marksInTurn(marks: readonly string[], mark: string): readonly string[] {
  return marks.slice(0, marks.lastIndexOf(mark) + 1).filter((one) => one !== mark);
}
