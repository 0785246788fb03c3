import { meterTraffic } from "../bill/traffic.ts";
import type { Engine } from "../engine.ts";
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
  write(balancers: ReadonlySet<string>): void {
    const counted = [...this.#bytes].filter(([id]) => balancers.has(id));
    this.#bytes.clear();
    if (counted.length === 0) return;
    this.#engine.database.transaction(() => {
      for (const [id, bytes] of counted) meterTraffic(this.#engine, id, bytes);
    });
  }
}
