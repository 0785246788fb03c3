import type { Engine } from "../engine.ts";
import type { Carrier } from "./carrier.ts";

/** Carries traffic while the platform is served and the setting is on. */
export class TrafficSwitch {
  readonly #engine: Engine;
  #isServed = false;
  #beginning: Promise<void> | undefined;
  #carrier: Carrier | undefined;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** From now on the setting decides; resolves once what is carried listens. */
  async serve(): Promise<void> {
    this.#isServed = true;
    await this.follow();
  }

  /** Begins or ends where the setting asks for it. */
  async follow(): Promise<void> {
    if (!this.#isWanted()) return this.#end();
    this.#beginning ??= this.#begin();
    await this.#beginning;
  }

  /** Ends every listener and connection. */
  close(): void {
    this.#isServed = false;
    this.#end();
  }

  /** Most platforms carry none, and loading what does takes time. */
  async #begin(): Promise<void> {
    const { Carrier } = await import("./carrier.ts");
    if (!this.#isWanted() || this.#carrier !== undefined) return;
    this.#carrier = new Carrier(this.#engine);
    await this.#carrier.ready();
  }

  #isWanted(): boolean {
    return this.#isServed && this.#engine.settings.read().traffic;
  }

  #end(): void {
    this.#beginning = undefined;
    this.#carrier?.close();
    this.#carrier = undefined;
  }
}
