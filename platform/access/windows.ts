/** A key's usage of its minute, as stored between calls. */
export interface Usage {
  /** Milliseconds since the epoch: when the minute began, or when the bucket was last looked at. */
  readonly since: number;
  /** Calls in the minute, or calls that the bucket has not given back yet. */
  readonly used: number;
  /** When each call of the last minute came; only a sliding window keeps it. */
  readonly times: readonly number[];
}

/** The state of a window before a call. */
interface Standing {
  readonly usage: Usage;
  /** Milliseconds until one more call is let through, where none is now. */
  readonly freeIn: number;
}

interface Moment {
  readonly now: number;
  readonly limit: number;
}

const minute = 60_000;

/** When a minute begins (spec 8 says only "per minute"): with the first call, with the clock's minute, with each call; or a bucket fills again. */
export const rateWindows = ["fixed", "aligned", "sliding", "bucket"] as const;
export type Window = (typeof rateWindows)[number];

export const windows: Readonly<
  Record<Window, (usage: Usage | undefined, moment: Moment) => Standing>
> = {
  fixed: (usage, { now }) => {
    const begun = usage !== undefined && now < usage.since + minute;
    return counted(begun ? usage : { since: now, used: 0, times: [] }, now);
  },
  aligned: (usage, { now }) => {
    const since = Math.floor(now / minute) * minute;
    return counted(usage?.since === since ? usage : { since, used: 0, times: [] }, now);
  },
  sliding: (usage, { now }) => {
    const times = usage?.times.filter((time) => time > now - minute) ?? [];
    const since = times[0] ?? now;
    return counted({ since, used: times.length, times }, now);
  },
  bucket: (usage, { now, limit }) => {
    const given = usage === undefined ? 0 : ((now - usage.since) * limit) / minute;
    const used = Math.max(0, (usage?.used ?? 0) - given);
    return {
      usage: { since: now, used, times: [] },
      freeIn: ((used + 1 - limit) * minute) / limit,
    };
  },
};

function counted(usage: Usage, now: number): Standing {
  return { usage, freeIn: usage.since + minute - now };
}
