import { stripVTControlCharacters } from "node:util";

/** The subject of a message: the object in words, and its row in what Pulumi shows, if known. */
export interface About {
  /** E.g. `volume "data"`. */
  readonly subject: string;
  /** URN of the resource. */
  readonly urn: string | undefined;
}

/** Something a person is to see. The most important part comes first: a terminal cuts the rest. */
export interface Message {
  /** A `status` holds until the next one of its resource; the others stay in the report of the run. */
  readonly kind: "status" | "info" | "warning";
  readonly text: string;
  /** Left out for what is not about one resource alone. */
  readonly about?: About;
}

/** Shows a message. */
export type Display = (message: Message) => void;

/** A display on which the same message does not stay twice. */
export function once(display: Display): Display {
  const shown = new Set<string>();
  return (message) => {
    const { kind, text, about } = message;
    const key = JSON.stringify([kind, text, about?.subject, about?.urn]);
    if (kind !== "status" && shown.has(key)) return;
    shown.add(key);
    display(message);
  };
}

/** The message as a whole line, where nothing else shows its kind or subject. */
export function lineOf(message: Message): string {
  return `${message.kind === "warning" ? "warning: " : ""}${named(message)}`;
}

/** The text of the message with its subject, where nothing else shows that. */
export function named({ kind, text, about }: Message): string {
  if (about === undefined) return text;
  return kind === "status" ? `${text} (${about.subject})` : `${about.subject}: ${text}`;
}

/**
 * A text that may hold a platform's words as one line that is safe to show: without terminal escapes, colours of
 * Pulumi's console and characters that nobody sees, and without what signs an address or opens it.
 */
export function plainText(text: string): string {
  return (
    // Node's pattern for escapes takes time with the square of a text's length.
    stripVTControlCharacters(withoutMiddle(text, longestText))
      .replace(/[\s\u2028\u2029]+/g, " ")
      // Characters nobody sees could split a secret in two.
      .replace(/[\p{Cc}\p{Cf}]/gu, "")
      .replace(/(?<=\/\/)[^\s/@#?]+@/g, "[secret]")
      // Looks back from a "?" alone: Node 22 takes a second for a long text where the look back comes first.
      .replace(/\?(?<=:\/\/[^\s?"'<>]{0,500}\?)[^\s"'<>]+/g, "?…")
      .replace(/([?#])[\w.~%-]+=[^\s"'<>]+/g, "$1…")
      // Pulumi's console panics where it does not know the colour.
      .replaceAll("<{%", "<{ %")
      .trim()
  );
}

/** Characters of a text that are looked at: more than any message has. */
const longestText = 5_000;

/** Its beginning where it is longer than a message should quote, with "…" in the place of the rest. */
export function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${beginning(text, most - 1).trimEnd()}…`;
}

/** Its beginning and its end where it is longer than that: of names and of reasons both tell. */
export function withoutMiddle(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = Math.floor((most - 1) / 2);
  const ending = text.slice(text.length - end).replace(/^[\uDC00-\uDFFF]/, "");
  return `${beginning(text, most - 1 - end)}…${ending}`;
}

/** Without half of a character outside the basic plane. */
function beginning(text: string, most: number): string {
  return text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "");
}

/** The length that a message is cut to, in characters. */
export const longestMessage = 300;
const shortestReason = 40;

/** A message in which the platform's words give way where it is too long; how to go on stays. */
export function fitted(message: string, said?: string) {
  const surplus = message.length - longestMessage;
  if (said === undefined || surplus <= 0) return { text: message, reason: said };
  const reason = withoutMiddle(said, Math.max(said.length - surplus, shortestReason));
  return { text: message.replace(said, () => reason), reason };
}

/** Any text as a message: in one line that is safe to show, and begins and ends as it did. */
export function inOneLine(text: string): string {
  return withoutMiddle(plainText(text), longestMessage);
}

/** The display of one operation. */
export class Messages {
  readonly #display: Display;
  readonly #about: About;
  readonly #scrub: (text: string) => string;
  #status: string | undefined;

  constructor(display: Display, about: About, scrub: (text: string) => string) {
    this.#display = display;
    this.#about = about;
    this.#scrub = scrub;
  }

  /** The status until the next one; the same again changes nothing. */
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
    this.#display({ kind: "info", text: this.#safe(text) });
  }

  /** Warns of what is not about this object alone. */
  warnOfAll(text: string): void {
    this.#display({ kind: "warning", text: this.#safe(text) });
  }

  #tell(kind: Message["kind"], text: string): void {
    this.#display({ kind, text: this.#safe(text), about: this.#about });
  }

  /** Secrets leave it before it becomes plain and after that: characters nobody sees may stand between theirs. */
  #safe(text: string): string {
    return inOneLine(this.#scrub(plainText(this.#scrub(text))));
  }
}
