import type { Span } from "../store/periods.ts";

/** A calendar month in UTC. */
export interface Month extends Span {
  /** Like `2026-02`. */
  readonly name: string;
  readonly hours: number;
}

export const hourMilliseconds = 3_600_000;

/** @throws Error when it is not a month like `2026-02`. */
export function monthNamed(name: string): Month {
  const from = /^\d{4}-\d{2}$/.test(name) ? Date.parse(`${name}-01T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(from)) {
    const given = JSON.stringify(name.slice(0, 40));
    throw new Error(`The bill was not written: ${given} is not a month like 2026-02.`);
  }
  const end = new Date(from);
  const until = end.setUTCMonth(end.getUTCMonth() + 1);
  return { name, from, until, hours: (until - from) / hourMilliseconds };
}

/** The name of the month that a moment is in. */
export function monthOf(time: number): string {
  return new Date(time).toISOString().slice(0, 7);
}
