import { type Effect, type Endpoint, effectOf } from "../../contract/endpoints.ts";
import { TransportFailure, type WireResponse } from "./transport/transport.ts";

/** What an attempt ended with. */
export type Outcome = WireResponse | TransportFailure;

/** How far an attempt got, as far as the next step depends on it. */
export type OutcomeClass =
  /** Nothing left this machine. */
  | "unsent"
  /** It was sent, and no whole answer came back. */
  | "lost"
  /** An answer that does not say whether it was carried out: 408, 425, 5xx. */
  | "unclear"
  /** Refused, because something else is being done to the object: a moment later it may be taken. */
  | "locked"
  /** Leads elsewhere: a 303 after a create even means that it was carried out. */
  | "redirected"
  /** A success in JSON that cannot be read. */
  | "garbled"
  /** A success that is no JSON: a proxy's or a sign-in page, which proves nothing. */
  | "foreign"
  /** Any other answer: it speaks for itself. */
  | "answered";

/** What follows an attempt. */
export type Verdict =
  /** Send it again, a few times. */
  | "repeat"
  /** It may have been carried out: find out before anything else, never send it blindly. */
  | "doubt"
  /** It was carried out; only what the answer said is missing. */
  | "applied"
  /** Say what the answer says. */
  | "final";

/** The one table of what may follow: nothing that creates is ever sent twice without a look. */
export const verdicts: Readonly<Record<OutcomeClass, Readonly<Record<Effect, Verdict>>>> = {
  unsent: { read: "repeat", create: "repeat", set: "repeat", delete: "repeat" },
  lost: { read: "repeat", create: "doubt", set: "repeat", delete: "doubt" },
  unclear: { read: "repeat", create: "doubt", set: "repeat", delete: "doubt" },
  locked: { read: "repeat", create: "repeat", set: "repeat", delete: "repeat" },
  redirected: { read: "final", create: "doubt", set: "final", delete: "final" },
  garbled: { read: "final", create: "doubt", set: "applied", delete: "applied" },
  foreign: { read: "final", create: "doubt", set: "doubt", delete: "doubt" },
  answered: { read: "final", create: "final", set: "final", delete: "final" },
};

/** Repeats after the first attempt, and the bounds of the wait before the n-th of them. */
export const retryPolicy = { retries: 3, baseMs: 250, capMs: 8000 } as const;

/** The same while something else is being done to the object: three quarters of a minute. */
const lockedPolicy = { retries: 8, baseMs: 1000, capMs: 8000 } as const;

/** Milliseconds to wait before the request is sent again; undefined when it is not. */
export function retryDelay(
  endpoint: Endpoint,
  outcome: Outcome,
  { retries, random }: { readonly retries: number; readonly random: () => number },
): number | undefined {
  if (outcome instanceof TransportFailure && outcome.permanent) return undefined;
  const found = classify(outcome);
  const verdict = verdicts[found][effectOf(endpoint)];
  const policy = found === "locked" ? lockedPolicy : retryPolicy;
  if (retries >= policy.retries || verdict !== "repeat") return undefined;
  const longest = Math.min(policy.capMs, policy.baseMs * 2 ** retries);
  return found === "locked" ? longest : random() * longest;
}

/** Longest time a request may be under way after its connection broke, or after nobody waits any more. */
const settling = { brokenMs: 15_000, lateMs: 90_000 } as const;

/** Statuses of proxies and servers that gave up waiting: the request may still be carried out. */
const lateStatuses: ReadonlySet<number> = new Set([408, 502, 504]);

/** Sorts an attempt, but for whether a success has usable content. */
export function classify(outcome: Outcome): Exclude<OutcomeClass, "garbled" | "foreign"> {
  if (outcome instanceof TransportFailure) return outcome.phase === "unsent" ? "unsent" : "lost";
  if (isUnclear(outcome.status)) return "unclear";
  if (isLocked(outcome)) return "locked";
  return isRedirect(outcome.status) ? "redirected" : "answered";
}

/** spec 7.1: errors are texts, and no code says it; what is refused for good is said in other words. */
function isLocked({ status, body }: WireResponse): boolean {
  return (status === 409 || status === 423) && lockedWords.test(body.replace(quotedNames, ""));
}

/** Words of their own, no parts of a name like busy-box. */
const lockedWords =
  /(?<![\w.-])(locked|busy|in progress|(another|other) (action|change|job|operation|task))(?![\w-]|\.\w)/i;

/** What an object is called says nothing; texts stand in JSON, so a quote in them is escaped. */
const quotedNames = /\\"[^"]*\\"|(?<=[\s(:=])'[^']*'|`[^`]*`|“[^”]*”/g;

/** Status codes after which a request may or may not have been carried out. */
export function isUnclear(status: number): boolean {
  return status >= 500 || status === 408 || status === 425;
}

/** 307 and 308 ask for the same request elsewhere: where they come from, nothing was carried out. */
function isRedirect(status: number): boolean {
  return status >= 300 && status < 307;
}

/** Milliseconds after which a request with this outcome cannot arrive any more. */
export function settlesInMs(outcome: Outcome): number {
  const late =
    outcome instanceof TransportFailure ? outcome.timedOut : lateStatuses.has(outcome.status);
  return late ? settling.lateMs : settling.brokenMs;
}
