import type { Engine } from "../engine.ts";
import { isOfFile } from "../store/index.ts";
import type { Carrier } from "./carrier.ts";

/** How often it looks at the platform where no connection makes it look. */
const tickMilliseconds = 50;

/** Carries traffic while this process serves the platform and the setting is on. */
export class Traffic {
  readonly #engine: Engine;
  #timer: NodeJS.Timeout | undefined;
  #carrier: Carrier | undefined;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** From now on the setting decides; resolves once everything listens. */
  async serve(): Promise<void> {
    this.#timer ??= setInterval(() => this.follow(), tickMilliseconds).unref();
    await this.#follow();
    await this.#carrier?.ready();
  }

  /** Looks at once, after a change. */
  follow(): void {
    this.#follow().catch((error) => {
      if (!isOfFile(error)) throw error;
    });
  }

  /** Begins or ends where the setting asks for it, and takes over changes. */
  async #follow(): Promise<void> {
    if (this.#timer === undefined) return;
    if (!this.#engine.settings.read().traffic) return this.#end();
    if (this.#carrier === undefined) {
      // Most platforms carry none, and loading this takes time.
      const { Carrier } = await import("./carrier.ts");
      if (this.#timer === undefined) return;
      this.#carrier ??= new Carrier(this.#engine);
    }
    this.#carrier.look();
    this.#carrier.note();
  }

  /** Ends every listener and connection. */
  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#end();
  }

  #end(): void {
    const carrier = this.#carrier;
    this.#carrier = undefined;
    try {
      carrier?.close();
    } catch (error) {
      // Nobody reads the note of a process that has ended.
      if (!isOfFile(error)) throw error;
    }
  }
}
