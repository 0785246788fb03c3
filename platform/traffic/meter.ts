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

  /** Writes the bytes of those that are still there. */
  write(): void {
    this.#engine.database.transaction(() => this.#count());
    this.#bytes.clear();
  }

  /** The same, unless another process is writing: traffic waits for nobody. */
  writeIfFree(): void {
    if (this.#bytes.size === 0) return;
    if (this.#engine.database.transactionIfFree(() => this.#count())) this.#bytes.clear();
  }

  /** What one that is gone by now has sent is on nobody's bill. */
  #count(): void {
    const { account } = this.#engine.world();
    for (const [id, bytes] of this.#bytes) {
      if (account.find(loadBalancers, id) !== undefined) meterTraffic(this.#engine, id, bytes);
    }
  }
}
