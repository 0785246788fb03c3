import { stripVTControlCharacters } from "node:util";

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
      .replace(/(?<=:\/\/[^\s?"'<>]{0,500})\?[^\s"'<>]+/g, "?…")
      .trim()
  );
}

/** Its beginning where it is longer than a message should quote, with "…" in the place of the rest. */
export function shortened(text: string, most: number): string {
  return text.length <= most
    ? text
    : `${text
        .slice(0, most - 1)
        .toWellFormed()
        .trimEnd()}…`;
}
