import { InvalidArgumentError } from "commander";

/** A port to listen on. */
export function portOf(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new InvalidArgumentError("It is not a port.");
}

/** How fast a platform's time passes: as outside, not at all, or so many times as fast. */
export type Pace = "real" | "frozen" | number;

export function paceFrom(text: string): Pace {
  if (text === "real" || text === "frozen") return text;
  const factor = Number(text);
  if (factor > 0) return factor;
  throw new InvalidArgumentError("It is neither real, frozen nor a positive number.");
}

/** Seconds, as they were written. */
export function secondsOf(text: string): string {
  if (Number(text) > 0) return text;
  throw new InvalidArgumentError("It is not a positive number of seconds.");
}
