import type { Assumptions } from "../../../contract/assumptions.ts";
import type { Clock } from "../../clock.ts";
import type { Probe } from "../../definition/probe.ts";
import type { Display } from "../../display.ts";
import type { Api } from "../../http/api.ts";
import type { Journal } from "../create-once/intent.ts";
import type { Shared } from "./shared.ts";

/** Everything outside an operation: the platform it talks to and the settings in force. */
export interface Context extends Shared {
  readonly api: Api;
  readonly clock: Clock;
  readonly journal: Journal;
  readonly assumptions: Assumptions;
  /** Whether routes that the spec does not show may be tried. */
  readonly assumedRoutes: "try" | "never";
  /** Id of the key in use, if known. */
  readonly apiKeyId: string | undefined;
  /** The platform objects are made on: `api:<origin>#<account>` or `embedded:<id>`. */
  readonly world: string;
  /** Another world whose objects may be taken for objects of this one. */
  readonly acceptWorld: string | undefined;
  /** Ids of objects whose deletion is the user's word: no delete is sent, and their absence is believed. */
  readonly deletedByHand: readonly string[];
  /** Tokens of creates of unknown outcome that the user looked into: they made nothing. */
  readonly forgetUnresolved: readonly string[];
  /** Addresses of owners who may be removed, as the user says for this run. */
  readonly removableOwners: readonly string[];
  /** Ids of creates of unknown outcome that are about to be replaced by the real object. */
  readonly released: Set<string>;
  /** Declarations, as intents name them, whose object is about to be replaced. */
  readonly replaced: Set<string>;
  /** Aborted once the process is to end: nothing new is sent and nothing is waited for. */
  readonly stopping: AbortSignal;
  /** Asks a machine on the platform's network whether a program answers there. */
  readonly probe: Probe;
  readonly display: Display;
}
