/**
 * A fault of some requests. Kept in the file: every process that serves it meets the fault.
 * Of several that match, each effect is met once, in the order they were added; one that answers in
 * place of the platform ends that.
 */
export type Fault = FaultTarget & FaultEffect;

/** Which requests meet a fault; without any of these all do. */
export interface FaultTarget {
  /** Only requests with this method. */
  readonly method?: string;
  /** Only paths like this one; `*` is any text, slashes included. */
  readonly path?: string;
  /** Part of the requests, from 0 to 1; the same calls meet the same faults. Default 1. */
  readonly share?: number;
  /** How many requests pass before it begins. Default 0. */
  readonly after?: number;
  /** How many requests meet it; default: all until `clear`. */
  readonly times?: number;
}

/** The effects of a fault on a request. */
export type FaultEffect =
  | StatusFault
  /** The answer comes that many milliseconds later. */
  | { readonly delay: number }
  /** The connection ends, `before` the request is handled, or `after` its changes were kept. */
  | { readonly reset: "before" | "after" }
  /** The connection ends after that many bytes of the answer's body. */
  | { readonly cut: number }
  /**
   * Lists are that many seconds late: newer objects are missing in them, and objects deleted while
   * the fault is in force are still there.
   */
  | { readonly lag: number }
  /** Lists come in pages of that size, in one of the forms of the setting `pageForm`. */
  | { readonly paged: { readonly size: number; readonly as: PageForm } };

/** How a page of a list leads to the next one. */
export type PageForm = (typeof pageForms)[number];

/**
 * A Link header, the next address in the body, the number of the next page, page of pages, a cursor,
 * or offset, limit and total.
 */
export const pageForms = ["link", "next", "nextPage", "pages", "cursor", "offset"] as const;

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
