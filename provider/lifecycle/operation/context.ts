import type { Assumptions } from "../../../contract/assumptions.ts";
import type { Prefix } from "../../../contract/endpoints.ts";
import type { Clock } from "../../clock.ts";
import type { Probe } from "../../definition/session.ts";
import type { Display } from "../../display.ts";
import type { Api } from "../../http/api.ts";
import { ListCache } from "../lists/lists.ts";
import { Evidence } from "../memory/evidence.ts";
import type { Journal } from "../memory/journal.ts";
import { RunMemory } from "../memory/run-memory.ts";
import { Declared } from "../state/declared.ts";
import { ObjectLocks } from "../waiting/object-locks.ts";
import { PollInterval, SharedPolls } from "../waiting/polls.ts";
import { Progress } from "../waiting/progress.ts";

/** Everything outside an operation: the platform it talks to and the settings in force. */
export interface Context extends ProcessServices {
  readonly api: Api;
  readonly clock: Clock;
  readonly journal: Journal;
  readonly assumptions: Assumptions;
  /** Whether routes that the spec does not show may be tried. */
  readonly assumedRoutes: "try" | "never";
  /** Id of the key in use, if known. */
  readonly apiKeyId: string | undefined;
  /** A short text that tells the key in use on the host of a prefix from others, and nothing about it. */
  readonly keyMark: (prefix: Prefix) => string;
  /** The platform objects are made on: `api:<origins>#<account>` or `embedded:<id>`. */
  readonly world: string;
  /** Another world whose objects may be taken for objects of this one. */
  readonly acceptWorld: string | undefined;
  /** Objects that the user says were deleted, as `<id>` or `<class>:<id>`: believed where nothing shows them. */
  readonly deletedByHand: readonly string[];
  /** Doubts about creates that the user looked into: they made nothing. */
  readonly forgetUnresolved: readonly string[];
  /** Addresses of owners who may be removed, as the user says for this run. */
  readonly removableOwners: readonly string[];
  /** Aborted once the process is to end: nothing new is sent and nothing is waited for. */
  readonly stopping: AbortSignal;
  /** Asks a machine on the platform's network whether a program answers there. */
  readonly probe: Probe;
  readonly display: Display;
}

/** What the operations of one process share, so that they neither repeat nor disturb each other. */
interface ProcessServices {
  readonly declared: Declared;
  readonly evidence: Evidence;
  readonly lists: ListCache;
  readonly locks: ObjectLocks;
  readonly memory: RunMemory;
  readonly pollInterval: PollInterval;
  readonly polls: SharedPolls;
  readonly progress: Progress;
}

/** A start without any knowledge but of what was `declared`; `random` gives 0 to 1. */
export function processServices(
  clock: Clock,
  random: () => number = Math.random,
  declared = new Declared(),
): ProcessServices {
  const memory = new RunMemory(clock);
  const progress = new Progress();
  return {
    declared,
    evidence: new Evidence(),
    lists: new ListCache(clock, memory),
    locks: new ObjectLocks(clock),
    memory,
    pollInterval: new PollInterval(),
    polls: new SharedPolls(clock, progress, random),
    progress,
  };
}
