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
