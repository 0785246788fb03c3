import { stripVTControlCharacters } from "node:util";

/** What a message is about: the object in words, and its row in what Pulumi shows, if known. */
export interface About {
  /** E.g. `volume "data"`. */
  readonly subject: string;
  /** URN of the resource. */
  readonly urn: string | undefined;
}

/** Something a person is to see. What matters most comes first: a terminal cuts the rest. */
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

/** The message in a line that stands by itself, where nothing tells what it is or is about. */
export function lineOf(message: Message): string {
  return `${message.kind === "warning" ? "warning: " : ""}${named(message)}`;
}

/** What the message says, where nothing tells what it is about. */
export function named({ kind, text, about }: Message): string {
  if (about === undefined) return text;
  return kind === "status" ? `${text} (${about.subject})` : `${about.subject}: ${text}`;
}

/**
 * A text that may hold a platform's words as one line that is safe to show: without terminal escapes and
 * characters that nobody sees, and without what signs an address or opens it.
 */
export function plainText(text: string): string {
  return (
    stripVTControlCharacters(text)
      .replace(/[\s\u2028\u2029]+/g, " ")
      // Characters nobody sees could split a secret in two.
      .replace(/[\p{Cc}\p{Cf}]/gu, "")
      .replace(/(?<=\/\/)[^\s/@#?]+@/g, "[secret]")
      // Looks back from a "?" alone: Node 22 takes a second for a long text where the look back comes first.
      .replace(/\?(?<=:\/\/[^\s?"'<>]{0,500}\?)[^\s"'<>]+/g, "?…")
      .replace(/([?#])[\w.~%-]+=[^\s"'<>]+/g, "$1…")
      .trim()
  );
}

/** Its beginning where it is longer than a message should quote, with "…" in the place of the rest. */
export function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${beginning(text, most - 1).trimEnd()}…`;
}

/** Its beginning and its end where it is longer than that: of names and of reasons both tell. */
export function withoutMiddle(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = Math.floor((most - 1) / 2);
  return `${beginning(text, most - 1 - end)}…${ending(text, end)}`;
}

/** At most so many code units, of which none is a part of what people see as one character. */
function beginning(text: string, most: number): string {
  return text.slice(0, characterAt(text, most).index).toWellFormed();
}

function ending(text: string, most: number): string {
  const at = text.length - most;
  const { index, segment } = characterAt(text, at);
  return text.slice(index === at ? at : index + segment.length).toWellFormed();
}

function characterAt(text: string, at: number): { index: number; segment: string } {
  // Every cut in plain ASCII is between characters, and a segmenter takes long to make.
  const around = text.slice(Math.max(at - 1, 0), at + 1);
  if (/^[ -~]*$/.test(around)) return { index: at, segment: "" };
  return new Intl.Segmenter("en").segment(text).containing(at) ?? { index: at, segment: "" };
}

/** Characters that a message may have. */
export const longestMessage = 300;
const shortestReason = 40;
const shortestName = 8;
/** What is copied from a message, a setting with its value or an id to adopt, is whole; a name, another id or an address loses its middle at these lengths. */
const longestWords = [48, 36, 24] as const;
const longestQuote = 24;
/** A whole one: it begins a word, and ends one. */
const quotation = /(?<![^\s([])"[^\s"][^"]*"(?![^\s.,:;)\]])/g;
const longWord = /(?<![^\s"`()])(?<!adopt to )(?![^\s"]*=)[^\s"`()]{24,}/g;

/**
 * A message within 300 characters. What gives way is what the platform said, then the name it begins with,
 * then the middle of any long word and quotation; how to go on stays.
 *
 * @param said The platform's words in it.
 */
export function fitted(message: string, said?: string) {
  const isQuoted = said !== undefined && message.includes(said);
  const reason = isQuoted ? within(said, message, shortestReason) : said;
  let text = isQuoted ? message.replace(said, () => reason ?? "") : message;
  text = text.replace(/(?<=^[^"]{1,30} ")[^"]+/, (name) => within(name, text, shortestName));
  for (const longest of longestWords) {
    text = text.replace(longWord, (word) => within(word, text, longest));
  }
  // What is quoted may be long by many short words.
  text = text.replace(quotation, (value) => within(value, text, longestQuote));
  if (isQuoted && reason !== undefined) text = text.replace(reason, () => within(reason, text, 16));
  return { text, reason };
}

/** A part of a message, shorter by as much as that is too long. */
function within(part: string, message: string, shortest: number): string {
  const surplus = Math.max(message.length - longestMessage, 0);
  return withoutMiddle(part, Math.max(part.length - surplus, shortest));
}

/** Any text as a message: in one line that is safe to show, within 300 characters. */
export function inOneLine(text: string): string {
  return fitted(plainText(text)).text;
}

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
    this.#display({ kind: "info", text: inOneLine(text) });
  }

  /** Warns of what is not about this object alone. */
  warnOfAll(text: string): void {
    this.#display({ kind: "warning", text: inOneLine(text) });
  }

  #tell(kind: Message["kind"], text: string): void {
    this.#display({ kind, text: inOneLine(text), about: this.#about });
  }
}
