/** The one error class that leaves this package, and the codes it can carry. */
import type { RefusalTopic } from "../contract/assumptions.ts";
import { fitted, plainText, shortened } from "./display.ts";

/** Who can do something about an error. */
export type Blame = "user" | "platform" | "us";

/** Every code, with whose fault it is. */
const codes = {
  /** A setting is missing or malformed. */
  settings: "user",
  /** An input or a change of one is refused. */
  input: "user",
  /** The object was made on another platform, account or embedded platform. */
  world: "user",
  /** The key was refused (401) or may not do this (403). */
  key: "user",
  /** The platform answered that the object is not there. */
  notFound: "platform",
  /** There is no such route: 404 without a JSON error, 405 or 501. */
  noRoute: "platform",
  /** The platform refused the request. */
  refused: "platform",
  /** 429, or the wait for the rate limit exceeds the deadline. */
  rateLimit: "platform",
  /** 5xx, or an answer that is not the platform's JSON. */
  platform: "platform",
  /** Something was not sent, as the message says: another run has it in progress, or this process is shutting down. */
  unsent: "platform",
  /** The request was sent and its outcome is unknown. */
  unknownOutcome: "platform",
  /** The time of the operation was over. */
  timeout: "platform",
  /** The object cannot become ready any more. */
  failed: "platform",
  /** The spec shows no way to do this. */
  gap: "platform",
  /** A mistake in this package. */
  bug: "us",
} as const satisfies Record<string, Blame>;

/** The kind of failure, for code that has to decide. */
export type ErrorCode = keyof typeof codes;

/** Details that an answer of the platform adds to an error. */
export interface ErrorDetails {
  /** HTTP status of the answer, where there was one. */
  readonly status?: number | undefined;
  /** The id by which the platform's support finds the request. */
  readonly requestId?: string | undefined;
  /** The platform's words, safe to show and without a full stop; cut to fit the message. */
  readonly reason?: string | undefined;
  /** The reason of a refusal, as far as the platform's words tell. */
  readonly topic?: RefusalTopic | undefined;
  /** Top-level input the error is about, for failures at preview. */
  readonly property?: string | undefined;
  /** For `unknownOutcome`: what is known of the request all the same. */
  readonly doubt?: Doubt | undefined;
}

/** Known facts about a write whose answer is lost. */
export interface Doubt {
  /** True when the platform said that it was carried out. */
  readonly applied: boolean;
  /** Milliseconds from now after which it cannot arrive any more. */
  readonly settlesInMs: number;
  /** Why nothing is known, where there is more to report than a lost answer. */
  readonly cause?: string | undefined;
}

/** The way on after a refusal; without its full stop. */
export const correctIt = "Correct what it names and run `pulumi up` again";
/** The way on after a refusal for lack of room; without its full stop. */
export const makeRoom = "Make room for it, or have the limit raised, and run `pulumi up` again";

const brand = Symbol.for("pulumi-hosting.error");

/**
 * An error a user reads: one line that says what did not happen, to which thing, why and what to do.
 * It never carries `id` (Pulumi takes an error with an id for a partial success), a cause or a secret.
 */
export class HostingError extends Error {
  readonly code: ErrorCode;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly reason: string | undefined;
  readonly topic: RefusalTopic | undefined;
  readonly property: string | undefined;
  readonly doubt: Doubt | undefined;
  readonly [brand] = true;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    const said = details.reason === undefined ? undefined : plainText(details.reason);
    const { text, reason } = fitted(withRequestId(plainText(message), details.requestId), said);
    super(text);
    this.name = "HostingError";
    this.code = code;
    this.status = details.status;
    this.requestId = details.requestId;
    this.reason = reason;
    this.topic = details.topic;
    this.property = details.property;
    this.doubt = details.doubt;
    // Pulumi's provider host prints the stack of what it catches; users need the sentence only.
    this.stack = this.message;
  }

  /** Who can do something about it. */
  get blame(): Blame {
    return codes[this.code];
  }

  /** This error in other words; its reason, too, where one is given. */
  reworded(message: string, reason = this.reason): HostingError {
    return new HostingError(this.code, message, { ...this, reason });
  }

  override toString(): string {
    return "pulumi-hosting";
  }

  /** True for errors of any loaded copy of this package. */
  static isInstance(error: unknown): error is HostingError {
    return typeof error === "object" && error !== null && brand in error;
  }
}

/** A message with the platform's id of the request, unless it has that already. */
function withRequestId(message: string, id: string | undefined): string {
  return id === undefined || message.includes(id) ? message : `${message} (Request id: ${id})`;
}

/**
 * The operation failed, and there is something to store: an object that exists, or a placeholder for
 * one that may. Pulumi stores `id`, `properties`
 * and `reasons`, and the next `up` goes on from there.
 */
export class PartialFailure extends HostingError {
  readonly id: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly reasons: readonly string[];

  constructor(reason: HostingError, id: string, properties: Readonly<Record<string, unknown>>) {
    super(reason.code, reason.message);
    this.id = id;
    this.properties = properties;
    this.reasons = [reason.message];
  }
}

const longestForeign = 120;

/** Any thrown value as a `HostingError`; a foreign one is a bug of ours and keeps its message and its place. */
export function asHostingError(error: unknown): HostingError {
  if (HostingError.isInstance(error)) return error;
  const text = shortened(error instanceof Error ? error.message : String(error), longestForeign);
  const place = error instanceof Error ? placeIn(error.stack ?? "") : undefined;
  const report = place === undefined ? "please report it" : `please report it, with ${place}`;
  return new HostingError(
    "bug",
    `An unexpected error inside pulumi-hosting: ${text.replace(/[.\s]+$/, "")}. Nothing is known to be wrong with your program; ${report}.`,
  );
}

/** The file, line and column that it came from, e.g. `http/api.ts:22:15`; where it is installed tells nothing. */
function placeIn(stack: string): string | undefined {
  return /^ +at .*?([^\s()\\/:]+[\\/][^\s()\\/:]+\.[cm]?[jt]s:\d+:\d+)\)?$/m.exec(stack)?.[1];
}
