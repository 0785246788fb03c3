import { fitted, longestMessage, plainText, shortened } from "../../provider/display.ts";

/** What is wrong, in one line. */
export function asLine(error: unknown): string {
  const { text } = fitted(plainText(error instanceof Error ? error.message : String(error)));
  return shortened(text, longestMessage);
}
