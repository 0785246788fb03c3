const minute = 60_000;

/** When others on the key are given room, and how their room is taken back. */
const rule = { episodes: 2, withinMs: 5 * minute, regainPerMinute: 3 } as const;

/**
 * A fair share without talking: who is refused twice although it kept to the limit shares the key
 * with programs it cannot see, and goes down to what was accepted in the last minute.
 */
export class Share {
  #episodes: readonly number[] = [];
  #lowered: { readonly to: number; readonly at: number } | undefined;

  /** A window closed before its permits were used up. */
  closedEarly(now: number, accepted: number): void {
    this.#episodes = [...this.#episodes.filter((time) => time > now - rule.withinMs), now];
    if (this.#episodes.length < rule.episodes) return;
    this.#lowered = { to: Math.max(1, accepted), at: now };
  }

  /** Requests per minute that are ours. */
  limit(now: number): number {
    if (this.#lowered === undefined) return Infinity;
    const minutes = Math.floor((now - this.#lowered.at) / minute);
    return this.#lowered.to + minutes * rule.regainPerMinute;
  }
}
