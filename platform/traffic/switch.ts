import type { Engine } from "../engine.ts";
import type { Carrier } from "./carrier.ts";

/** How often it looks whether another process has switched traffic. */
const lookMilliseconds = 200;

/** Carries traffic while the platform is served and the setting is on. */
export class TrafficSwitch {
  readonly #engine: Engine;
  #isServed = false;
  #beginning: Promise<void> | undefined;
  #carrier: Carrier | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** From now on the setting decides; resolves once what is carried listens. */
  async serve(): Promise<void> {
    this.#isServed = true;
    this.#timer ??= setInterval(() => void this.followIfPossible(), lookMilliseconds).unref();
    await this.follow();
  }

  /** Begins or ends where the setting asks for it. */
  async follow(): Promise<void> {
    if (!this.#isWanted()) return this.#end();
    // Off and on again since the last look; one that was replaced leaves it to the other.
    if (this.#carrier?.isOff === true) this.#end();
    this.#beginning ??= this.#begin().catch((error) => {
      this.#beginning = undefined;
      throw error;
    });
    await this.#beginning;
  }

  /** The same where nobody can be told of a failure: what is carried goes on, and the next look is another attempt. */
  async followIfPossible(): Promise<void> {
    await this.follow().catch(() => undefined);
  }

  /** Ends every listener and connection. */
  close(): void {
    this.#isServed = false;
    clearInterval(this.#timer);
    this.#timer = undefined;
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
    const carrier = this.#carrier;
    this.#beginning = undefined;
    this.#carrier = undefined;
    carrier?.close();
  }
}
