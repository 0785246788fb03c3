import type { Engine } from "../engine.ts";
import { isOfFile } from "../store/index.ts";
import type { Carrier } from "./carrier.ts";
import { carrierOf } from "./table.ts";

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
    const look = () => void this.#look().catch(passOver);
    this.#timer ??= setInterval(look, lookMilliseconds).unref();
    await this.follow();
  }

  /** Begins or ends where the setting asks for it. */
  async follow(): Promise<void> {
    if (!this.#isWanted()) return this.#end();
    this.#beginning ??= this.#begin().catch((error) => {
      this.#beginning = undefined;
      throw error;
    });
    await this.#beginning;
  }

  /** The same where nobody can be told that the file could not be used. */
  async followIfPossible(): Promise<void> {
    await this.follow().catch(passOver);
  }

  /** Ends every listener and connection. */
  close(): void {
    this.#isServed = false;
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#end();
  }

  /** Another process may have switched it, or have ended while it carried; what another one carries is left to it. */
  async #look(): Promise<void> {
    if (this.#isWanted()) {
      const isCarrying =
        this.#carrier === undefined ? this.#beginning !== undefined : !this.#carrier.isOver;
      const other = isCarrying ? undefined : carrierOf(this.#engine);
      if (isCarrying || (other !== undefined && other !== this.#carrier?.id)) return;
      this.#end();
    }
    await this.follow();
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

/** What is carried goes on while the file cannot be used, and the next look is another attempt. */
function passOver(error: unknown): void {
  if (!isOfFile(error)) throw error;
}
