import { longestMessage, plainText, shortened } from "../../provider/display.ts";

/** The problem, in one line. */
export function asLine(error: unknown): string {
  return shortened(
    plainText(error instanceof Error ? error.message : String(error)),
    longestMessage,
  );
}
