import type { Endpoint } from "../../../contract/endpoints.ts";
import { type Clock, type Limit, within } from "../../clock.ts";
import type { SessionRequest } from "../../definition/session.ts";
import { isRecord } from "../record/state.ts";

/** Lets changes of one object in this process happen one after the other, in the order they came. */
export class ObjectLocks {
  readonly #clock: Clock;
  /** Those who wait, by object; an object without an entry is free. */
  readonly #queues = new Map<string, (() => void)[]>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Runs `work` while nothing else holds any of the objects. */
  async hold<T>(objects: readonly string[], limit: Limit, work: () => Promise<T>): Promise<T> {
    const held: string[] = [];
    try {
      // Everyone takes them in the same order, so nobody waits for somebody that waits for them.
      for (const object of [...new Set(objects)].sort()) {
        await this.#take(object, limit);
        held.push(object);
      }
      return await work();
    } finally {
      for (const object of held) this.#release(object);
    }
  }

  async #take(object: string, limit: Limit): Promise<void> {
    const queue = this.#queues.get(object);
    if (queue === undefined) {
      this.#queues.set(object, []);
      return;
    }
    const { promise: turn, resolve } = Promise.withResolvers<void>();
    queue.push(resolve);
    try {
      await within(this.#clock, limit, turn);
    } catch (error) {
      const place = queue.indexOf(resolve);
      if (place === -1) this.#release(object);
      else queue.splice(place, 1);
      throw error;
    }
  }

  /** Passes the object on to the first in its queue. */
  #release(object: string): void {
    const next = this.#queues.get(object)?.shift();
    if (next === undefined) this.#queues.delete(object);
    else next();
  }
}

/** The objects a write changes: the one its path names, and another one that its body names. */
export function objectsChangedBy(
  { prefix, path, alsoChanges }: Endpoint,
  { params = {}, body }: SessionRequest,
): readonly string[] {
  const named = path.slice(0, path.lastIndexOf("}") + 1);
  if (named === "") return [];
  const own = filled(named, params);
  const others = alsoChanges === undefined ? [] : [filled(alsoChanges, isRecord(body) ? body : {})];
  return [own, ...others].map((object) => `${prefix}${object}`);
}

function filled(path: string, values: Readonly<Record<string, unknown>>): string {
  return path.replace(/\{(\w+)\}/g, (_all, name: string) => String(values[name] ?? ""));
}
