import type { Clock } from "../../clock.ts";
import { Holders } from "../existence/holders.ts";
import { SharedLists } from "../lists/list-cache.ts";
import { RollCall } from "../existence/roll-call.ts";
import { Sightings } from "../memory/run-memory.ts";
import { ObjectLocks } from "../waiting/object-locks.ts";
import { Pace } from "../waiting/poll-interval.ts";
import { Progress } from "../waiting/progress.ts";
import { SharedLooks } from "../waiting/shared-polls.ts";

/** What the operations of one process share, so that they neither repeat nor disturb each other. */
export interface Shared {
  readonly holders: Holders;
  readonly lists: SharedLists;
  readonly locks: ObjectLocks;
  readonly looks: SharedLooks;
  readonly pace: Pace;
  readonly progress: Progress;
  readonly roll: RollCall;
  readonly sightings: Sightings;
}

/** A start without any knowledge; `random` gives 0 to 1. */
export function newShared(clock: Clock, random: () => number = Math.random): Shared {
  const progress = new Progress();
  return {
    holders: new Holders(),
    lists: new SharedLists(clock),
    locks: new ObjectLocks(clock),
    looks: new SharedLooks(clock, progress, random),
    pace: new Pace(),
    progress,
    roll: new RollCall(),
    sightings: new Sightings(clock),
  };
}
