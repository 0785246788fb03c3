import type { About, Display } from "../../display.ts";

/** What one operation shows of itself. */
export class Messages {
  readonly #display: Display;
  readonly #about: About;
  #status: string | undefined;

  constructor(display: Display, about: About) {
    this.#display = display;
    this.#about = about;
  }

  /** How it stands, until the next one; the same again changes nothing. */
  show(text: string): void {
    if (text === this.#status) return;
    this.#status = text;
    this.#display({ kind: "status", text, about: this.#about });
  }

  inform(text: string): void {
    this.#display({ kind: "info", text, about: this.#about });
  }

  warn(text: string): void {
    this.#display({ kind: "warning", text, about: this.#about });
  }

  /** Tells what is not about this object alone. */
  informOfAll(text: string): void {
    this.#display({ kind: "info", text });
  }

  /** Warns of what is not about this object alone. */
  warnOfAll(text: string): void {
    this.#display({ kind: "warning", text });
  }
}
