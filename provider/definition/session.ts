import type { Assumptions } from "../../contract/assumptions.ts";
import type { Endpoint, Kind, Verb } from "../../contract/endpoints.ts";
import type { Json } from "../../contract/naming.ts";

/** The tools of a hook while one operation on one object runs. */
export interface Session {
  /** The object in words, e.g. `volume "data"`. */
  readonly subject: string;
  readonly assumptions: Assumptions;
  /** Id of the key in use, if known (spec 2.11). */
  readonly apiKeyId: string | undefined;
  /** Addresses of owners who may be removed in this run, besides by an input. */
  readonly removableOwners: readonly string[];
  /** The route for a verb of a kind, when there is one that may be used. */
  route(kind: Kind, verb: Verb): Endpoint | undefined;
  /** Calls an endpoint; placeholders of its path are filled from `params`. */
  call(endpoint: Endpoint, request?: SessionRequest): Promise<Json>;
  /** A list no older than this operation's last write, shared by all that want the same one. */
  list(endpoint: Endpoint, params?: Readonly<Record<string, string>>): Promise<List>;
  /**
   * Looks an object up by the routes of its kind, under the rules for what proves an absence.
   * `match` tells it in a list where its id alone does not.
   */
  lookUp(kind: Kind, id: string, match?: Match): Promise<LookupResult>;
  /** True for an object that a state of the stack has, as far as this run was shown its states. */
  isOfStack(kind: Kind, id: string): boolean;
  /**
   * Calls an endpoint that takes away what is to be deleted. Where the answer is that it is not there,
   * `look` decides.
   */
  takeAway(
    endpoint: Endpoint,
    request: SessionRequest,
    look: () => Promise<LookupResult>,
  ): Promise<Removed>;
  /**
   * Waits, looks, and so on until a look is done, at a pace that suits the kind and together with
   * all others that wait for it. Rejects with a timeout when the operation's time is over.
   */
  watch<T>(kind: Kind, first: Missing, look: () => Promise<Look<T>>): Promise<T>;
  /** Reads a text that is kept outside of the program, so that no state has it. */
  readSecret(source: SecretSource): SecretText;
  /** Asks a machine on the platform's network whether a program answers there. */
  probe(target: ProbeTarget): Promise<ProbeResult>;
  /** Milliseconds since the epoch. */
  now(): number;
  /** When the operation's time is over; milliseconds since the epoch. */
  readonly endsAt: number;
  /**
   * Waits, and shows `state` if that takes long; rejects with a timeout that ends with `waitingFor`
   * when the operation's time is over.
   */
  pause(milliseconds: number, waitingFor: string, state?: string): Promise<void>;
  /** Shows the status until there is another one. */
  show(state: string): void;
  warn(text: string): void;
}

/** How an object is found among the entries of a list. */
export interface Match {
  isIt(item: Props): boolean;
  /** Whether an entry shows what it would be found by: where none does, a list proves nothing. */
  shows(item: Props): boolean;
  /** True where the id is in no path: only a list shows the object. */
  readonly isListedOnly?: boolean;
}

/** The contents of one call beside its endpoint. */
export interface SessionRequest {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: Json;
}

/** The result of a look: the awaited object, or what is still missing. */
export type Look<T> = { readonly done: T } | Missing;

/** The missing part. */
export interface Missing {
  /** The awaited condition as a timeout reports it. */
  readonly waitingFor: string;
  /** Milliseconds after which it is good enough all the same. */
  readonly patience?: number;
  /** The status while it waits, in as few words as possible, the most important first. */
  readonly state?: string;
}

/** A list as the platform answered it, all of its pages together. */
export interface List {
  readonly items: readonly Props[];
  /** False where the answers say that there is more and nothing tells how to get it: it proves no absence. */
  readonly isWhole: boolean;
}

/** The result of a deletion: it was accepted, or the object was proven to be gone. */
export type Removed = "accepted" | "gone";

/** An object the platform knows, as far as an answer showed it: names of programs, values as parsed. */
export type Observed = Props;

/** The possible results of a lookup. */
export type LookupResult =
  /** `isListed` where a list showed it, which may show less than its GET does. */
  | { readonly outcome: "seen"; readonly observed: Observed; readonly isListed?: boolean }
  /** By an answer that says so, by lists without it, or by a deletion of this run a moment ago. */
  | { readonly outcome: "gone" }
  /** Its create was answered, and nothing has shown it since: answers lag behind, or leave it out until it is ready. */
  | { readonly outcome: "awaited" }
  /** No route tells anything about it; `why`, where one answered all the same. */
  | { readonly outcome: "unreadable"; readonly why?: string };

/** Whether an object can be used. */
export type Readiness = { readonly ready: true } | Missing | { readonly failed: string };

/** An object and what is known of it when a hook runs. */
export interface Target<I extends object> {
  readonly id: string;
  readonly inputs: I;
  /** Outputs of the last operation, including hidden ones. */
  readonly state: Props;
}

/** Where a secret text is: in a file, or in an environment variable. */
export interface SecretSource {
  readonly file?: string;
  readonly environment?: string;
}

/** A secret text, or why there is none; a file that is not there may still be written in this run. */
export type SecretText =
  | { readonly text: string }
  | { readonly text?: never; readonly why: string; readonly mayCome?: true };

/** Properties of a resource as they cross a boundary: nothing is known about their types yet. */
export type Props = Readonly<Record<string, unknown>>;

/** One question to a machine on the network: does a program answer there? */
export interface ProbeTarget {
  /** Id of the machine; the embedded platform, whose machines are on no network, knows it by that. */
  readonly instanceId: string;
  /** IP address that is connected to. */
  readonly address: string;
  readonly port: number;
  readonly protocol: "http" | "tcp";
  /** Path that is asked for over http. */
  readonly path: string;
  readonly timeoutMilliseconds: number;
}

/** The result of one probe. */
export type ProbeResult =
  | { readonly healthy: true }
  /** `reason` completes "it was not healthy: …". */
  | { readonly healthy: false; readonly reason: string };

/** Probes once; a machine that does not answer is a result, not an error. */
export type Probe = (target: ProbeTarget) => Promise<ProbeResult>;
