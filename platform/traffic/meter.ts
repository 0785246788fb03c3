import { meterTraffic } from "../bill/traffic.ts";
import type { Engine } from "../engine.ts";
import { loadBalancers } from "../kinds/load-balancer.ts";
import type { Entry } from "./entry.ts";

/** Counts for the bill what leaves through load balancers, and writes it down now and then. */
export class Meter {
  readonly #engine: Engine;
  readonly #bytes = new Map<string, number>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  add({ kind, object }: Entry, bytes: number): void {
    if (kind === "loadBalancer") this.#bytes.set(object, (this.#bytes.get(object) ?? 0) + bytes);
  }

  /** What one that is gone by now has sent is on nobody's bill. */
  write(): void {
    if (this.#bytes.size === 0) return;
    const counted = [...this.#bytes];
    this.#bytes.clear();
    this.#engine.database.transaction(() => {
      const { account } = this.#engine.world();
      const left = counted.filter(([id]) => account.find(loadBalancers, id) !== undefined);
      for (const [id, bytes] of left) meterTraffic(this.#engine, id, bytes);
    });
  }
}
