import type { Kind } from "../../../contract/endpoints.ts";
import type { Clock } from "../../clock.ts";
import type { Definition } from "../../definition/definition.ts";
import type { Props } from "../../definition/session.ts";
import { heldAs, naturalId } from "../state/ids.ts";

/**
 * What the operations of one run remember for each other. Each fact says who sets it, who reads it,
 * and why; none is written for anything but what it says.
 */
export class RunMemory {
  readonly #clock: Clock;
  /** Acknowledged creates. Set by creates; read by look-ups: lists lag, so absence proves nothing yet. */
  readonly #created = new Map<string, number>();
  /** Acknowledged deletions. Set by deletions; read by look-ups and searches: lists lag, and still show it. */
  readonly #deleted = new Map<string, number>();
  /** What deleted objects were. Set by deletions; read by creates: what lags still shows it by their name. */
  readonly #former = new Map<string, Props>();
  /** Objects in a state. Set by diffs and reads; read by searches: no create in doubt has made one. */
  readonly #inState = new Set<string>();
  /** Who has an object. Set by all that see a state or make one; read by deletions, which know an id alone. */
  readonly #holders = new Map<string, Map<string, Noted>>();
  /** Objects whose deletion was accepted. Set by deletions; read by creates: it may go on for a while. */
  readonly #accepted = new Set<string>();
  /** Names asked for. Set and read by creates: lists do not show yet what others are making. */
  readonly #claims = new Map<string, Holder>();
  /** Objects whose deletion has begun. Set by deletions; read by adopt: it would have what is gone in a moment. */
  readonly #leaving = new Set<string>();
  /** What is being replaced, by declaration. Set by diffs; read by creates and deletions: the engine tells neither. */
  readonly #replaced = new Map<string, Replaced>();
  /** Objects that go so that others can take their place, and by the state of which declaration their name. Set by diffs; read by deletions, which wait until it is free. */
  readonly #makingRoom = new Map<string, string | undefined>();
  /** Routes that delete. Set and read by deletions: one that is not shown may answer and do nothing. */
  readonly #proven = new Set<string>();
  /** End of the latest write. Set by writes; read by requests: a list that was asked for before may not show it. */
  #writtenAt = Number.NEGATIVE_INFINITY;
  #lastStamp = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  noteCreated(kind: Kind, id: string): void {
    this.#created.set(keyOf(kind, id), this.#clock.now());
    this.#deleted.delete(keyOf(kind, id));
  }

  noteDeleted(kind: Kind, id: string, former: Props = {}): void {
    const key = keyOf(kind, id);
    this.#deleted.set(key, this.#clock.now());
    this.#former.set(key, former);
    this.#created.delete(key);
  }

  /** An answer showed the object: from now on one without it counts. */
  noteSeen(kind: Kind, id: string): void {
    this.#created.delete(keyOf(kind, id));
  }

  /** The object is proven to be gone. */
  noteGone(kind: Kind, id: string): void {
    this.#created.delete(keyOf(kind, id));
    this.#inState.delete(keyOf(kind, id));
  }

  /** True while an object that was created may be missing from answers because they lag. */
  isAwaited(kind: Kind, id: string): boolean {
    return this.#isRecent(this.#created.get(keyOf(kind, id)));
  }

  /** True while an object that was deleted may be in answers because they lag. */
  isDeleted(kind: Kind, id: string): boolean {
    return this.#isRecent(this.#deleted.get(keyOf(kind, id)));
  }

  /** What this run deleted by that id, as far as its state and the looks before showed it. */
  formerOf(kind: Kind, id: string): Props {
    return this.#former.get(keyOf(kind, id)) ?? {};
  }

  /** True for what this run deleted, however long it takes to go. */
  wasDeleted(definition: Definition, id: string): boolean {
    const isAccepted = this.#accepted.has(`${heldAs(definition)} ${id}`);
    return isAccepted || this.#deleted.has(keyOf(definition.kind, id));
  }

  /** A declaration is about to make an object of this name, in this region where it has one. */
  claimName(kind: Kind, inputs: Props, holder: Holder): void {
    if (typeof inputs["name"] === "string") this.#claims.set(claimed(kind, inputs), holder);
  }

  claimOf(kind: Kind, inputs: Props): Holder | undefined {
    return this.#claims.get(claimed(kind, inputs));
  }

  /** A state holds the object, as the engine shows, and does not leave its name to another one. */
  noteInState(kind: Kind, id: string): void {
    this.#inState.add(keyOf(kind, id));
  }

  isInState(kind: Kind, id: string): boolean {
    return this.#inState.has(keyOf(kind, id));
  }

  /** A declaration has the object; what this run did to it is not forgotten for a state. */
  noteHolder(definition: Definition, held: Held, holder: Holder): void {
    for (const all of this.#holdersOf(definition, held)) {
      if (holder.why === undefined && all.has(holder.declaration)) continue;
      all.set(holder.declaration, { ...holder, id: held.id });
    }
  }

  /** True for what a state has or had in this run, or this run made; `type` is what its id belongs to. */
  isHeld(type: string, id: string): boolean {
    return this.#holders.has(`${type} ${id}`);
  }

  /** Who keeps the object from being deleted for this declaration, at best with a reason; two ids of the platform's are two. */
  keeperFrom(definition: Definition, held: Held, declaration: string): Holder | undefined {
    const natural = naturalId(definition, held.props);
    const holders = this.#holdersOf(definition, held).flatMap((all) => [...all.values()]);
    const ofIt = holders.filter(({ id }) => [held.id, natural].includes(id) || held.id === natural);
    return ofIt.find(({ why }) => why) ?? ofIt.find(({ declaration: by }) => by !== declaration);
  }

  /** The state of a declaration no longer has the object. */
  noteLeft(definition: Definition, held: Held, declaration: string): void {
    for (const all of this.#holdersOf(definition, held)) all.delete(declaration);
  }

  /** Runs a deletion, during which nobody adopts the object. */
  async leaving<T>(definition: Definition, id: string, deletion: () => Promise<T>): Promise<T> {
    const key = `${heldAs(definition)} ${id}`;
    this.#leaving.add(key);
    try {
      const result = await deletion();
      this.#accepted.add(key);
      return result;
    } finally {
      this.#leaving.delete(key);
    }
  }

  isLeaving(definition: Definition, id: string): boolean {
    return this.#leaving.has(`${heldAs(definition)} ${id}`);
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

  /** Another object takes the place of this one, with its name or its addresses, once it is deleted. */
  noteMakesRoom(kind: Kind, id: string, nameFor: string | undefined): void {
    this.#makingRoom.set(keyOf(kind, id), nameFor);
  }

  makesRoom(kind: Kind, id: string): boolean {
    return this.#makingRoom.has(keyOf(kind, id));
  }

  /** The declaration whose next object cannot be made while this one is there. */
  nameFreedFor(kind: Kind, id: string): string | undefined {
    return this.#makingRoom.get(keyOf(kind, id));
  }

  /** This route showed an object, or a deletion by it was carried out. */
  noteProven(route: string): void {
    this.#proven.add(route);
  }

  /** True for a route that this run knows to do what it is assumed to do. */
  isProven(route: string): boolean {
    return this.#proven.has(route);
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
    // Less than the clock can tell apart, and more than numbers of this size lose.
    this.#lastStamp = Math.max(this.#clock.now(), this.#lastStamp + 0.001);
    return this.#lastStamp;
  }

  #isRecent(time = Number.NEGATIVE_INFINITY): boolean {
    return this.#clock.now() < time + lagMilliseconds;
  }

  /** By its id, and by the one that follows from its inputs: a member's becomes another one. */
  #holdersOf(definition: Definition, { id, props }: Held): readonly Map<string, Noted>[] {
    const ids = new Set([id, naturalId(definition, props) ?? id]);
    return [...ids].map((known) => {
      const key = `${heldAs(definition)} ${known}`;
      const holders = this.#holders.get(key) ?? new Map<string, Noted>();
      this.#holders.set(key, holders);
      return holders;
    });
  }
}

/** How far lists may lag behind: so long an answer to a write is believed over them. */
export const lagMilliseconds = 30_000;

/** Who has an object: a declaration as intents name it, and in words. */
export interface Holder {
  readonly declaration: string;
  readonly subject: string;
  readonly adoptedAt?: number | undefined;
  /** Why what this run made, adopted, found or changed is kept from the declaration's own older state as well. */
  readonly why?: string;
}

type Noted = Holder & Pick<Held, "id">;

/** In whose place another one comes; `shownOnce` is what only its creation showed, where it was in doubt and is that one. */
interface Replaced {
  readonly id: string;
  readonly shownOnce?: Props;
}

/** An object as a declaration knows it: `props` are inputs, or a state with them. */
interface Held {
  readonly id: string;
  readonly props: Props;
}

export function claimed(kind: Kind, { name, region }: Props): string {
  return JSON.stringify([kind, name, region]);
}

function keyOf(kind: Kind, id: string): string {
  return `${kind} ${id}`;
}
