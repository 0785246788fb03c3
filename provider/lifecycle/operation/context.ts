import type { Assumptions } from "../../../contract/assumptions.ts";
import type { Prefix } from "../../../contract/endpoints.ts";
import type { Clock } from "../../clock.ts";
import type { Journal } from "../../coordination/journal.ts";
import type { Probe, SecretSource, SecretText } from "../../definition/session.ts";
import type { Display } from "../../display.ts";
import type { HostingError } from "../../errors.ts";
import type { Api } from "../../http/api.ts";
import { Declared } from "../identity/declared.ts";
import { ListCache } from "../lists/list-cache.ts";
import { RunMemory } from "../run/run-memory.ts";
import { ObjectLocks } from "./object-locks.ts";
import { Progress } from "./progress.ts";
import { SharedPolls, WaitTimes } from "./shared-polls.ts";

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
  /** Why nothing can be sent, where no key is set: comparisons need none. */
  readonly missingKey: HostingError | undefined;
  /** The fingerprint of the key in use on the host of a prefix, which tells nothing about the key. */
  readonly keyMark: (prefix: Prefix) => string | undefined;
  /** The platform objects are made on: `api:<origins>#<account>` or `embedded:<id>`. */
  readonly world: string;
  /** A platform id whose objects are taken for objects of this one; this one itself where the user says that a new key is the account's. */
  readonly acceptWorld: string | undefined;
  /** Objects that the user says were deleted, as `<id>` or `<class>:<id>`: believed where nothing shows them. */
  readonly deletedByHand: readonly string[];
  /** Unresolved creates that made nothing, as the user found. */
  readonly forgetUnresolved: readonly string[];
  /** Addresses of owners who may be removed, as the user says for this run. */
  readonly removableOwners: readonly string[];
  /** Reads a text that is kept outside of programs and states. */
  readonly readSecret: (source: SecretSource) => SecretText;
  /** Aborted once the process is to end: nothing new is sent and nothing is waited for. */
  readonly stopping: AbortSignal;
  /** Asks a machine on the platform's network whether a program answers there. */
  readonly probe: Probe;
  readonly display: Display;
}

/** The parts that the operations of one process share, so that they neither repeat nor disturb each other. */
interface ProcessServices {
  readonly declared: Declared;
  readonly lists: ListCache;
  readonly locks: ObjectLocks;
  readonly memory: RunMemory;
  readonly polls: SharedPolls;
  readonly progress: Progress;
  readonly waitTimes: WaitTimes;
}

/** A start without any knowledge but of what was `declared`. */
export function processServices(clock: Clock, declared = new Declared()): ProcessServices {
  const memory = new RunMemory(clock);
  const progress = new Progress();
  return {
    declared,
    lists: new ListCache(clock, memory.writes),
    locks: new ObjectLocks(clock),
    memory,
    polls: new SharedPolls(clock, progress),
    progress,
    waitTimes: new WaitTimes(),
  };
}
