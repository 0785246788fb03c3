import { limits } from "../limits.ts";

/** Ports from `first` to `last`, both included. */
interface PortRange {
  readonly first: number;
  readonly last: number;
}

const rangePattern = /^(\d{1,5})(?:-(\d{1,5}))?$/;

/** True for a whole number that can be a port (spec 8). */
export function isPort(value: number): boolean {
  return Number.isInteger(value) && value >= limits.firstPort && value <= limits.lastPort;
}

/** Reads `443` or `8000-8100`; undefined when it is neither, out of range or the wrong way round. */
export function parsePortRange(text: string): PortRange | undefined {
  const [, from, to = from] = rangePattern.exec(text) ?? [];
  const first = Number(from);
  const last = Number(to);
  return isPort(first) && isPort(last) && first <= last ? { first, last } : undefined;
}
