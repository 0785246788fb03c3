import { plainText, shortened } from "../../provider/display.ts";

/** What is wrong, in one line. */
export function asLine(error: unknown): string {
  return shortened(plainText(error instanceof Error ? error.message : String(error)), longest);
}

const longest = 400;
