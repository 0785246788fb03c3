import { InvalidArgumentError } from "commander";

/** A port to listen on. */
export function portOf(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new InvalidArgumentError("It is not a port.");
}

/** How a platform's time passes: as it does outside, or not at all. */
export const paces = ["real", "frozen"] as const;
export type Pace = (typeof paces)[number];

/** Seconds, as they were written. */
export function secondsOf(text: string): string {
  if (Number(text) > 0) return text;
  throw new InvalidArgumentError("It is not a positive number of seconds.");
}
