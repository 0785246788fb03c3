import type { Endpoint } from "./contract/endpoints.ts";
import type { Json } from "./contract/naming.ts";

/** What one call of an endpoint needs. */
export interface ApiRequest {
  /** Values of the path's placeholders; each is checked to be one harmless path segment. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  /** Body in wire naming; sent as JSON. */
  readonly body?: Json;
  /** The operation's end, in the clock's milliseconds; no attempt, wait or retry goes past it. */
  readonly deadline: number;
}

/**
 * The platform, one call at a time. An answer is its parsed JSON body (`null` when empty).
 *
 * @throws HostingError: `notFound` only for a 404 with a JSON `error`; `noRoute` for a 404 or 405
 * without one; `refused` for other 4xx; `key`, `rateLimit`, `platform`, `unsent`, `unknownOutcome`.
 */
export interface Api {
  call(endpoint: Endpoint, request: ApiRequest): Promise<Json>;
}
