import type { Props } from "../../provider/definition/session.ts";
import { isUnresolved } from "../../provider/lifecycle/create/unresolved.ts";
import type { Link } from "./templates.ts";

/** A resource in the engine's state. */
export interface Resource {
  readonly name: string;
  /** The engine's own name for it, which an alias changes. */
  readonly urn: string;
  readonly type: string;
  readonly links: Readonly<Record<string, Link>>;
  readonly id: string;
  readonly inputs: Props;
  readonly outputs: Props;
  /** The last operation stored it and failed all the same. */
  readonly isUnfinished: boolean;
  /** Replaced, and to be deleted at the end of an update. */
  readonly isCondemned: boolean;
  /** Deleted before its replacement, which is not created yet. */
  readonly isPending: boolean;
  /** It stays on the platform when it leaves the state. */
  readonly isRetained: boolean;
}

/** The engine's memory from one run to the next. */
export class EngineState {
  #resources: readonly Resource[] = [];

  /** A resource that depends on another one comes after it. */
  get resources(): readonly Resource[] {
    return this.#resources;
  }

  /** The resource of a name that is not on its way out. */
  find(name: string): Resource | undefined {
    return this.#resources.find((known) => known.name === name && !known.isCondemned);
  }

  /** The state at the first of some URNs that has one which is not on its way out. */
  findAt(urns: readonly string[]): Resource | undefined {
    return urns
      .map((urn) => this.#resources.find((known) => known.urn === urn && !known.isCondemned))
      .find((found) => found !== undefined);
  }

  /** The program has a resource by another name: what links to it does so by that one. */
  rename(before: string, after: string): void {
    if (before === after) return;
    this.#resources = this.#resources.map((known) => {
      // A step that is under way knows its resource as it is.
      if (Object.values(known.links).every(({ to }) => to !== before)) return known;
      const links = Object.entries(known.links).map(([input, link]) => {
        return [input, link.to === before ? { ...link, to: after } : link];
      });
      return { ...known, links: Object.fromEntries(links) };
    });
  }

  /** Puts a resource in the place of another one, or adds it. */
  store(before: Resource | undefined, after: Resource): void {
    this.#resources = this.#resources.some((known) => known === before)
      ? this.#resources.map((known) => (known === before ? after : known))
      : [...this.#resources, after];
  }

  /** The same for a step of an update, which comes after those of what the resource depends on. */
  storeLast(before: Resource | undefined, after: Resource): void {
    this.#resources = [...this.#resources.filter((known) => known !== before), after];
  }

  forget(resource: Resource): void {
    this.#resources = this.#resources.filter((known) => known !== resource);
  }

  /** A resource no longer depends on one that a refresh found gone. */
  unlinkGone(): void {
    const known = new Set<string>();
    this.#resources = this.#resources.map((resource) => {
      const links = Object.entries(resource.links).filter(([, { to }]) => known.has(to));
      known.add(resource.name);
      return { ...resource, links: Object.fromEntries(links) };
    });
  }

  /** Takes back all that happened since: a preview keeps nothing. */
  restore(resources: readonly Resource[]): void {
    this.#resources = resources;
  }

  /** The other resources of the state that are the same object. */
  sharing(resource: Resource): readonly Resource[] {
    const { type, id } = resource;
    if (isUnresolved(id)) return [];
    return this.#resources.filter(
      (other) => other !== resource && other.type === type && other.id === id,
    );
  }
}
