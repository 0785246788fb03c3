import type { Kind } from "../../../contract/endpoints.ts";
import type { Clock } from "../../clock.ts";
import type { Definition } from "../../definition/definition.ts";
import type { Props } from "../../definition/session.ts";
import { idNamespace, naturalId } from "../identity/ids.ts";
import type { Paging } from "../lists/pages.ts";

/** How far lists may lag behind: so long an answer to a write is believed over them. */
export const lagMilliseconds = 30_000;

/** Facts that the operations of one run leave for each other; nothing of it outlives the process. */
export class RunMemory {
  readonly #clock: Clock;
  /** When objects were created that no answer has shown since. Read by lookups: lists may lag behind. */
  readonly #created = new Map<string, number>();
  /** When deletions were accepted. Read by lookups, for the same reason. */
  readonly #deleted = new Map<string, number>();
  /** Objects that a state has. Read by searches for what an open create made. */
  readonly #stored = new Set<string>();
  /** Which declarations of the program have an object in this run. Read by deletions, which leave it to them (rule 9). */
  readonly #holders = new Map<string, Map<string, Holder>>();
  /** Which declaration made, adopted, changed or has an object that it keeps. Read before another one takes it over. */
  readonly #owners = new Map<string, Owner>();
  /** Creates that began in this run and did not fail, by their tokens. Read by creates: each happens once in a run. */
  readonly #begun = new Set<string>();
  /**
   * Objects being replaced, by declaration. Set by comparisons; read by creates and deletions,
   * because the engine does not pass it to them.
   */
  readonly #replaced = new Map<string, Replaced>();
  /** Objects that lists did not show, by list. Read by lookups: one empty list makes all of them vanish (rule 2). */
  readonly #missing = new Map<string, Set<string>>();
  /** Fingerprints by which the key in use was shown to see the stack's objects (rule 4): it has one for each host. */
  readonly #keysOfStack = new Set<string>();
  /** The observed paging of lists, by list. Read by requests, which try a second page. */
  readonly #paging = new Map<string, Paging>();
  /** Assumed routes that worked in this run, or do not exist. */
  readonly routes = new Map<string, "works" | "none">();
  /** End of the latest write. Read by requests: a list that was asked for before may not show it. */
  #writtenAt = Number.NEGATIVE_INFINITY;
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

  /** True for an object that this run created and no answer has shown since. */
  isUnshown(kind: Kind, id: string): boolean {
    return this.#created.has(objectKey(kind, id));
  }

  /** True while an object that was created may be missing from answers because they lag. */
  isAwaited(kind: Kind, id: string): boolean {
    return this.#isRecent(this.#created.get(objectKey(kind, id)));
  }

  /** True while an object that was deleted may be in answers because they lag. */
  isDeleted(kind: Kind, id: string): boolean {
    return this.#isRecent(this.#deleted.get(objectKey(kind, id)));
  }

  /** A state has the object, whether the program wants it or not. */
  noteStored(definition: Definition, held: KnownObject): void {
    for (const key of keysOf(definition, held)) this.#stored.add(key);
  }

  /** A declaration of the program has the object: compared as wanted, made, adopted or changed in this run. */
  noteHolder(definition: Definition, held: KnownObject, holder: Holder): void {
    for (const holders of this.#holdersOf(definition, held)) {
      // An older state does not erase what this run did to the object.
      if (holder.keptBecause === undefined && holders.has(holder.declaration)) continue;
      holders.set(holder.declaration, holder);
    }
  }

  /** Nobody has the object any more. */
  noteGone(definition: Definition, held: KnownObject): void {
    for (const holders of this.#holdersOf(definition, held)) holders.clear();
    for (const key of keysOf(definition, held)) {
      this.#stored.delete(key);
      this.#owners.delete(key);
    }
  }

  /** A declaration keeps the object; `held` has the inputs by which the program declares it now. */
  noteOwner(definition: Definition, held: KnownObject, declaration: string): void {
    for (const key of keysOf(definition, held))
      this.#owners.set(key, { declaration, props: held.props });
  }

  /** The inputs of another declaration that keeps the object. */
  ownerBesides(definition: Definition, held: KnownObject, declaration: string): Props | undefined {
    return keysOf(definition, held)
      .flatMap((key) => this.#owners.get(key) ?? [])
      .find((owner) => owner.declaration !== declaration)?.props;
  }

  noteBegun(token: string): void {
    this.#begun.add(token);
  }

  noteFailed(token: string): void {
    this.#begun.delete(token);
  }

  /** True for a create that this run has under way, or that succeeded. */
  hasBegun(token: string): boolean {
    return this.#begun.has(token);
  }

  /** Who keeps the object from being deleted for this declaration. */
  holderBesides(
    definition: Definition,
    held: KnownObject,
    declaration: string,
  ): Holder | undefined {
    const own = this.#allHolders(definition, held).find(
      (one) => one.declaration === declaration && one.keptBecause !== undefined,
    );
    return own ?? this.otherHolder(definition, held, declaration);
  }

  /** Which other declaration has the object. */
  otherHolder(definition: Definition, held: KnownObject, declaration: string): Holder | undefined {
    return this.#allHolders(definition, held).find((one) => one.declaration !== declaration);
  }

  /** True for an object that a state has, or that this run made; `namespace` is what its id belongs to. */
  isHeld(namespace: string, id: string): boolean {
    const key = `${namespace} ${id}`;
    return this.#stored.has(key) || (this.#holders.get(key)?.size ?? 0) > 0;
  }

  /** True for a text with the id of an object that a state has. */
  namesStored(text: string): boolean {
    const ids = [...this.#stored].map((key) => key.slice(key.indexOf(" ") + 1));
    return ids.some((id) => text.includes(id));
  }

  /** Another object is about to take the place of the one that a declaration has. */
  noteReplaced(declaration: string, replaced: Replaced): void {
    this.#replaced.set(declaration, replaced);
  }

  replacedFor(declaration: string): Replaced | undefined {
    return this.#replaced.get(declaration);
  }

  /** True for the id of an object that is being replaced. */
  isReplaced(id: string): boolean {
    return [...this.#replaced.values()].some((replaced) => replaced.id === id);
  }

  /** A list does not show an object. */
  noteMissing(list: string, id: string): void {
    this.#missing.set(list, new Set([...this.missingFrom(list), id]));
  }

  /** Ids of all that a list did not show. */
  missingFrom(list: string): readonly string[] {
    return [...(this.#missing.get(list) ?? [])];
  }

  /** An object answered to the key that only the stack's account has. */
  noteKeyOfStack(fingerprint: string): void {
    this.#keysOfStack.add(fingerprint);
  }

  isKeyOfStack(fingerprint: string): boolean {
    return this.#keysOfStack.has(fingerprint);
  }

  pagingOf(list: string): Paging {
    const paging = this.#paging.get(list) ?? { isUnpaged: false };
    this.#paging.set(list, paging);
    return paging;
  }

  noteWrite(): void {
    this.#writtenAt = this.stamp();
  }

  /** From when on a list shows everything this process wrote; the clock's milliseconds. */
  get writtenAt(): number {
    return this.#writtenAt;
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

  #allHolders(definition: Definition, held: KnownObject): readonly Holder[] {
    return this.#holdersOf(definition, held).flatMap((holders) => [...holders.values()]);
  }

  #holdersOf(definition: Definition, held: KnownObject): readonly Map<string, Holder>[] {
    return keysOf(definition, held).map((key) => {
      const holders = this.#holders.get(key) ?? new Map<string, Holder>();
      this.#holders.set(key, holders);
      return holders;
    });
  }
}

/** Who has an object: a declaration as intents name it, and in words. */
export interface Holder {
  readonly declaration: string;
  readonly subject: string;
  /** Why an older state of the same declaration must not delete what this run made, adopted or changed. */
  readonly keptBecause?: string;
}

/** A declaration as intents name it, and its inputs. */
interface Owner {
  readonly declaration: string;
  readonly props: Props;
}

/** An object that another one takes the place of; `found` is the id of the one that a placeholder stands for. */
interface Replaced {
  readonly id: string;
  readonly found?: string | undefined;
}

/** An object as a declaration knows it: `props` are inputs, or a state with them. */
interface KnownObject {
  readonly id: string;
  readonly props: Props;
}

/** By its id, and by the one that follows from its inputs: a member's becomes another one. */
function keysOf(definition: Definition, { id, props }: KnownObject): readonly string[] {
  const ids = new Set([id, naturalId(definition, props) ?? id]);
  return [...ids].map((known) => `${idNamespace(definition)} ${known}`);
}

function objectKey(kind: Kind, id: string): string {
  return `${kind} ${id}`;
}
