/** Faults of requests, as data. */

/** A fault of the server: a request that matches gets it instead of the platform's answer. */
export interface Fault {
  /** `POST /v1/volumes`; `*` stands for one segment of the path, and `POST` alone for any path. */
  readonly on: string;
  /**
   * Whether the platform carries the request out: before the answer (the default), not at all, or
   * that many milliseconds after the answer.
   */
  readonly applied?: "no" | number;
  readonly answer: Answer;
  /** How many requests get it. Default 1. */
  readonly times?: number;
  /** The action of somebody else right after the platform carried it out. */
  readonly meanwhile?: Deed;
}

/** A request of somebody else. */
export interface Deed {
  /** `POST /v1/volumes`. */
  readonly send: string;
  readonly body: object;
}

/** The client's view. */
export type Answer =
  /** The platform's own answer. */
  | "whole"
  /** The connection is reset. */
  | "reset"
  /** Fifteen bytes of a body that was announced to be longer, then the end. */
  | "cut"
  /** A header that comes byte by byte, one in a second. */
  | "slow-headers"
  /** A body that comes byte by byte, one in 100 ms, and never ends. */
  | "drip-body"
  /** A body without an end, as fast as it is taken. */
  | "endless-body"
  /** 32 MiB as a few kilobytes of gzip, called what it is. */
  | "gzip-bomb"
  /** The same, called a plain text. */
  | "hidden-gzip-bomb"
  /** The platform's own answer; then, some turns of the event loop later, the connection is closed. */
  | { readonly closedAfterTurns: number }
  /** An `error` that quotes the key and the body of the request. */
  | { readonly echo: number; readonly as: Spelling }
  | Said;

/** How a careless server or proxy quotes a request. */
export type Spelling = "text" | "uri";

/** An answer in full; JSON unless it says otherwise. */
interface Said {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A proxy's or a sign-in page in the place of an answer. */
export function page(status: number): Said {
  const headers = { "content-type": "text/html" };
  return { status, body: "<h1>Sign in</h1>", headers };
}

/** A gateway that gives up. */
export function gateway(status: 502 | 504): Said {
  return { ...page(status), body: "<h1>Bad gateway</h1>" };
}

/** True when a fault is for this request. */
export function isFor({ on }: Fault, request: string): boolean {
  if (!on.includes("/")) return request.startsWith(`${on} `);
  const [wanted, given] = [on.split("/"), request.split("/")];
  return (
    wanted.length === given.length && wanted.every((part, at) => part === "*" || part === given[at])
  );
}
