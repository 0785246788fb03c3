import type { Prefix } from "../../../contract/endpoints.ts";
import type { Platform } from "../../../platform/index.ts";
import type { WireRequest, WireResponse } from "../../../provider/http/transport/transport.ts";
import type { Program } from "../program.ts";
import type { Random } from "../random.ts";
import type { Refreshing } from "../steps.ts";
import type { VirtualTime } from "../time.ts";

/** A way in which platforms, disks and people are that the embedded platform and a careful user are not. */
export type World = (random: Random) => Traits;

/** The changes of a variant to a history; everything left out stays as it is. */
export interface Traits {
  /** A platform that has names twice cannot be like this. */
  readonly names?: "unique";
  /** A layer on the way into the platform and out of it, before lists lag. */
  readonly platform?: Layer;
  /** How an answer looks once lists lagged and faults happened. */
  readonly shown?: (request: WireRequest, answer: WireResponse) => WireResponse;
  /** Types whose objects have no id but their name. */
  readonly namesAreIds?: readonly string[];
  /** The program and what becomes of it. */
  readonly versions?: (versions: readonly Program[]) => readonly Program[];
  /** The settings that a run has by mistake. */
  readonly mistake?: Mistake;
  /** How many keys of the account the runs have in turn; one unless given. */
  readonly team?: number;
  /** Faults of the journal's file in some runs. */
  readonly journal?: JournalTrouble;
  /** Runs that replace a resource which did not change. */
  readonly forcedReplacements?: true;
  /** Aliases are removed once a state has the new place. */
  readonly tidiesUp?: true;
  /** Runs with `--refresh`. */
  readonly refreshing?: Habit;
  /** True for an object whose deletion was accepted and is not done: nobody takes it for gone. */
  readonly isGoing?: (type: string, id: string) => boolean;
  /** Errors that are forbidden here. */
  readonly unsaid?: RegExp;
  /** Nobody has to free a name by hand that the engine replaces. */
  readonly unaided?: true;
  /** Some kinds are shown by no route. */
  readonly hidesRoutes?: true;
  /** Objects of others on the same platform. */
  readonly neighbours?: true;
}

/** Something between whoever asks and the platform. */
export type Layer = (next: Send, around: Around) => Send;

export type Send = (request: WireRequest) => Promise<WireResponse>;

/** The tools of layers. */
export interface Around {
  readonly platform: Platform;
  /** The platform that mistaken settings lead to. */
  readonly elsewhere: Platform;
  readonly time: VirtualTime;
  readonly trace: (line: string) => void;
}

/** How somebody runs `up` and `destroy`. */
interface Habit {
  /** Of a run to refresh what the state has. */
  readonly chance: number;
  readonly how: Refreshing;
}

/** Settings that lead to another place. */
export interface Mistake {
  readonly is: "another organization's key" | "another project's key" | "another host";
  /** The requests that go there; all others are answered as ever. */
  readonly prefixes: readonly Prefix[];
}

export type JournalTrouble =
  | "cannot be opened"
  | "takes no line"
  /** A create can be noted, its id cannot. */
  | "takes no id";
