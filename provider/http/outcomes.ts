import {
  defaultAssumptions,
  type RefusalTopic,
  type RefusalWords,
} from "../../contract/assumptions.ts";
import { type Effect, type Endpoint, effectOf } from "../../contract/endpoints.ts";
import { TransportFailure, type WireResponse } from "./transport/transport.ts";
import { errorWords } from "./wire/json.ts";

/** The outcome of an attempt. */
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
  | "busy"
  /** Leads elsewhere: a 303 after a create even means that it was carried out. */
  | "redirected"
  /** A success in JSON that cannot be read. */
  | "garbled"
  /** A success that is no JSON: a proxy's or a sign-in page, which proves nothing. */
  | "foreign"
  /** Any other answer: it speaks for itself. */
  | "answered";

/** The step after an attempt. */
export type Verdict =
  /** Send it again, a few times. */
  | "repeat"
  /** It may have been carried out: find out before anything else, never send it blindly. */
  | "unknown"
  /** It was carried out; only what the answer said is missing. */
  | "applied"
  /** Say what the answer says. */
  | "final";

/** The one table of what may follow: a create that may have arrived is never sent twice without a look. A 429 is waited for before. */
export const verdicts: Readonly<Record<OutcomeClass, Readonly<Record<Effect, Verdict>>>> = {
  unsent: { read: "repeat", create: "repeat", set: "repeat", delete: "repeat" },
  lost: { read: "repeat", create: "unknown", set: "repeat", delete: "unknown" },
  unclear: { read: "repeat", create: "unknown", set: "repeat", delete: "unknown" },
  // The lifecycle repeats every refused deletion, and may have to stop the object again first.
  busy: { read: "repeat", create: "repeat", set: "repeat", delete: "final" },
  redirected: { read: "final", create: "unknown", set: "final", delete: "final" },
  garbled: { read: "final", create: "unknown", set: "applied", delete: "applied" },
  foreign: { read: "final", create: "unknown", set: "unknown", delete: "unknown" },
  answered: { read: "final", create: "final", set: "final", delete: "final" },
};

/** Repeats after the first attempt, and the bounds of the wait before the n-th of them. */
const retryPolicy = { retries: 3, baseMs: 250, capMs: 8000 } as const;

/** Waits before the repeats while something else is being done to the object: more than a minute. */
const busyWaitsMs = [1, 2, 3, 4, 8, 8, 8, 8, 8, 8, 8, 8].map((seconds) => seconds * 1000);

/** Milliseconds to wait before the request is sent again; undefined when it is not. */
export function retryDelay(
  endpoint: Endpoint,
  outcome: Outcome,
  {
    found,
    repeats,
    random,
  }: { readonly found: OutcomeClass; readonly repeats: number; readonly random: () => number },
): number | undefined {
  if (outcome instanceof TransportFailure && outcome.permanent) return undefined;
  if (verdicts[found][effectOf(endpoint)] !== "repeat") return undefined;
  if (found === "busy") return busyWaitsMs[repeats];
  if (repeats >= retryPolicy.retries) return undefined;
  return random() * Math.min(retryPolicy.capMs, retryPolicy.baseMs * 2 ** repeats);
}

/** Longest time a request may be under way after its connection broke, or after nobody waits any more. */
const settling = { brokenMs: 15_000, lateMs: 90_000 } as const;

/** Statuses of proxies and servers that gave up waiting, 524 that of Cloudflare: the request may still be carried out. */
const lateStatuses: ReadonlySet<number> = new Set([408, 502, 504, 524]);

/** The intent of a request, and the words by which the platform's refusals say why. */
export interface Asked {
  readonly endpoint: Endpoint;
  /** Defaults to those of the contract. */
  readonly words?: RefusalWords | undefined;
}

/** Sorts an attempt, but for whether a success has usable content. */
export function classify(
  outcome: Outcome,
  asked: Asked,
): Exclude<OutcomeClass, "garbled" | "foreign"> {
  if (outcome instanceof TransportFailure) return outcome.phase === "unsent" ? "unsent" : "lost";
  if (isUnclear(outcome.status)) return "unclear";
  if (isBusy(outcome, asked)) return "busy";
  return isRedirect(outcome.status) ? "redirected" : "answered";
}

/**
 * True when something else is being done to the object. The spec shows no code for that (spec 7):
 * 423 is enough; other codes need the words, and only for an object that the path names. A refused
 * POST to a collection, like an invitation that is pending already, is an answer.
 */
function isBusy(response: WireResponse, { endpoint, words = defaultAssumptions }: Asked): boolean {
  if (response.status === 423) return true;
  if (!busyStatuses.has(response.status) || !endpoint.path.includes("{")) return false;
  return saysOneOf(withoutNames(response), words["words.busy"]);
}

const busyStatuses: ReadonlySet<number> = new Set([400, 409, 422]);

/** The reason of a refusal, as far as its words tell. */
export function topicOf(response: WireResponse, asked: Asked): RefusalTopic | undefined {
  const { words = defaultAssumptions } = asked;
  const said = withoutNames(response);
  const isOf = (topic: RefusalTopic) => saysOneOf(said, words[`words.${topic}`]);
  if (response.status === 429)
    return isOf("limit") && !isOfRate(response, asked) ? "limit" : undefined;
  // A wrong input may be called a limit as well: that of a machine's memory.
  if (limitStatuses.has(response.status) && isOf("limit")) return "limit";
  return (["inUse", "taken"] as const).find(isOf);
}

const limitStatuses: ReadonlySet<number> = new Set([403, 409]);

/** Only a request that makes or changes something needs room. Some platforms quote the measure of a rate like a name. */
function isOfRate(
  response: WireResponse,
  { endpoint, words = defaultAssumptions }: Asked,
): boolean {
  const isWrite = ["create", "set"].includes(effectOf(endpoint));
  const namesEnd = response.headers["retry-after"] !== undefined;
  return !isWrite || namesEnd || saysOneOf(spaced(wordsOf(response)), words["words.rate"]);
}

/** True for a 429 that is over after a while; one that speaks of a quota is an answer. */
export function isTooManyRequests(response: WireResponse, asked: Asked): boolean {
  return response.status === 429 && topicOf(response, asked) === undefined;
}

/** The words of a refusal; the names of objects, which say nothing, are left out. */
function withoutNames(response: WireResponse): string {
  return spaced(wordsOf(response).replace(quotedNames, ""));
}

/** More than any refusal needs, and few enough to look for words in. */
const longestWords = 5_000;

function wordsOf(response: WireResponse): string {
  return (errorWords(response) ?? "").slice(0, longestWords);
}

function saysOneOf(text: string, list: readonly string[]): boolean {
  return list.some((words) => isIn(text, spaced(words)));
}

/** True for whole words of the text, not for a part of a name like busy-box. */
function isIn(text: string, words: string): boolean {
  const literal = words.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return new RegExp(`(?<![\\w.-])${literal}s?(?![\\w-]|\\.\\w)`).test(text);
}

/** `resource_busy` is two words: the names of objects have hyphens. */
function spaced(text: string): string {
  return text.toLowerCase().replace(/[\s_]+/g, " ");
}

const quotedNames = /"[^"]*"|(?<=[\s(:=])'[^']*'|`[^`]*`|“[^“”]*”/g;

/** Status codes after which a request may or may not have been carried out. */
export function isUnclear(status: number): boolean {
  // 501 says that nothing was done.
  if (status === 501) return false;
  return status >= 500 || status === 408 || status === 425;
}

/** 307 and 308 ask for the same request elsewhere: where they come from, nothing was carried out. */
export function isRedirect(status: number): boolean {
  return status >= 300 && status < 307;
}

/** Milliseconds after which a request with this outcome cannot arrive any more. */
export function settlesInMs(outcome: Outcome): number {
  const late =
    outcome instanceof TransportFailure ? outcome.timedOut : lateStatuses.has(outcome.status);
  return late ? settling.lateMs : settling.brokenMs;
}
