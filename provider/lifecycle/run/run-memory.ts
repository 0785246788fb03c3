import type { Clock } from "../../clock.ts";
import { ObjectHolders } from "./object-holders.ts";
import { RecentWrites } from "./recent-writes.ts";
import { Replacements } from "./replacements.ts";

/** Facts that the operations of one run leave for each other; nothing of it outlives the process. */
export class RunMemory {
  readonly writes: RecentWrites;
  readonly holders = new ObjectHolders();
  readonly replacements = new Replacements();
  /** Tokens of creates that began in this run and did not fail: each happens once in a run. */
  readonly begunCreates = new Set<string>();
  /** Ids that a list did not show, by list: one empty list makes all of them vanish (rule 2). */
  readonly missing = new Map<string, Set<string>>();
  /** Fingerprints by which the key in use was shown to see the stack's objects (rule 4): it has one for each host. */
  readonly keysOfStack = new Set<string>();
  /** Lists of which the platform ignored a second page, or refused it: none is guessed any more. */
  readonly unpagedLists = new Set<string>();
  /** Assumed routes that worked in this run, or do not exist. */
  readonly routes = new Map<string, "works" | "none">();

  constructor(clock: Clock) {
    this.writes = new RecentWrites(clock);
  }
}
