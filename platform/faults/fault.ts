import type { Kind } from "../../contract/endpoints.ts";

/**
 * What goes wrong with some requests. Kept in the file: every process that serves it meets the fault.
 * Of several that match, each kind is met once, in the order they were added; one that answers in
 * place of the platform ends that.
 */
export type Fault = FaultTarget & FaultEffect;

/**
 * Which requests meet a fault; without any of these all do. One that is about objects (`stuck`) takes
 * no `method`, `path` or `key`, and is met by the requests that look at such an object.
 */
export interface FaultTarget {
  /** Only requests with this method. */
  readonly method?: string;
  /** Only paths like this one; `*` stands for any text, slashes included. */
  readonly path?: string;
  /** Only routes of this kind of objects; of `stuck`: only objects of it. */
  readonly kind?: Kind;
  /** Only where the path names this object; of `stuck`: only this object. */
  readonly id?: string;
  /** Only requests with the key of this id. */
  readonly key?: string;
  /** Part of the requests, from 0 to 1; the same calls meet the same faults. Default 1. */
  readonly share?: number;
  /** How many requests pass before it begins. Default 0. */
  readonly after?: number;
  /** How many requests meet it; default: all until `clear`. */
  readonly times?: number;
}

/** What happens to a request. */
export type FaultEffect =
  | StatusFault
  /** The answer comes that many milliseconds later. */
  | { readonly delay: number }
  /** There is no answer until the client gives up. */
  | { readonly hang: true }
  /** The connection ends, `before` the request is handled, or `after` its changes were kept. */
  | { readonly reset: "before" | "after" }
  /** The connection ends after that many bytes of the answer's body. */
  | { readonly cut: number }
  /** The HTML page of a proxy in front of the platform; nothing is handled. */
  | { readonly page: 502 | 504 }
  /** The body comes slowly: so many bytes every so many milliseconds. */
  | { readonly drip: { readonly bytes: number; readonly every: number } }
  /** The request is handled twice, and this one of the answers is given. */
  | { readonly duplicate: "first" | "second" }
  /** Lists show the world as it was that many seconds ago, at the earliest when the fault was added. */
  | { readonly lag: number }
  /** Lists come in pages (query `page`, from 1), with a Link header or as `{ items, next, total }`. */
  | { readonly paged: { readonly size: number; readonly as: "link" | "envelope" } }
  /** Time stands still for these objects: what was not ready when the fault was added never gets ready. */
  | { readonly stuck: true }
  /** What is imported meanwhile turns out to be broken. */
  | { readonly failImports: true }
  /** Other status words, by the platform's own. */
  | { readonly words: Readonly<Record<string, string>> };

/** An answer in place of being handled. */
export interface StatusFault {
  readonly status: number;
  /** Default: a JSON error. */
  readonly body?: string;
  /** Default `application/json`. */
  readonly contentType?: string;
  /** More headers, like `retry-after`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A fault and how often it was met. */
export interface ListedFault {
  readonly id: string;
  readonly fault: Fault;
  /** Requests that it is about. */
  readonly matched: number;
  /** Requests that met it. */
  readonly met: number;
}
