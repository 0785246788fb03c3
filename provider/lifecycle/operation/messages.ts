import { type About, type Display, type Message, plainText } from "../../display.ts";

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
    this.#tell("status", text);
  }

  inform(text: string): void {
    this.#tell("info", text);
  }

  warn(text: string): void {
    this.#tell("warning", text);
  }

  /** Tells what is not about this object alone. */
  informOfAll(text: string): void {
    this.#display({ kind: "info", text: plainText(text) });
  }

  /** Warns of what is not about this object alone. */
  warnOfAll(text: string): void {
    this.#display({ kind: "warning", text: plainText(text) });
  }

  #tell(kind: Message["kind"], text: string): void {
    this.#display({ kind, text: plainText(text), about: this.#about });
  }
}
