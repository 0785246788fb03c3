import type { Definition } from "../../definition/definition.ts";
import type { Props } from "../../definition/session.ts";
import { idNamespace, naturalId } from "../identity/ids.ts";

/** Who has an object, as far as this run was shown states and did something (rule 9). */
export class ObjectHolders {
  /** Objects that a state has. Read by searches for what an open create made. */
  readonly #stored = new Set<string>();
  /** Which declarations of the program have an object in this run. Read by deletions, which leave it to them. */
  readonly #holders = new Map<string, Map<string, Holder>>();
  /** Which declaration made, adopted, changed or has an object that it keeps. Read before another one takes it over. */
  readonly #owners = new Map<string, Owner>();

  /** A state has the object, whether the program wants it or not. */
  noteStored(definition: Definition, held: KnownObject): void {
    for (const key of keysOf(definition, held)) this.#stored.add(key);
  }

  /** A declaration of the program has the object: compared as wanted, made, adopted or changed in this run. */
  note(definition: Definition, held: KnownObject, holder: Holder): void {
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

  /** Who keeps the object from being deleted for this declaration. */
  keeping(definition: Definition, held: KnownObject, declaration: string): Holder | undefined {
    const own = this.#allHolders(definition, held).find(
      (one) => one.declaration === declaration && one.keptBecause !== undefined,
    );
    return own ?? this.other(definition, held, declaration);
  }

  /** Which other declaration has the object. */
  other(definition: Definition, held: KnownObject, declaration: string): Holder | undefined {
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
