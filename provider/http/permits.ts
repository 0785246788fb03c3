import type { Clock } from "../clock.ts";
import type { Prefix } from "../contract/endpoints.ts";
import { limits } from "../contract/limits.ts";
import { Lane, type Slot } from "./lane.ts";
import type { WireResponse } from "./transport.ts";

/** Decides when a request may leave. */
export interface Permits {
  /**
   * Calls `attempt` when the platform's limit allows it, and again after a 429.
   *
   * @throws HostingError `rateLimit` at once when the known wait passes the slot's deadline,
   * `unsent` when the deadline passes in the queue; what `attempt` throws is passed on.
   */
  send(slot: PermitSlot, attempt: () => Promise<WireResponse>): Promise<WireResponse>;
}

/** The request a permit is for. */
export interface PermitSlot extends Slot {
  readonly prefix: Prefix;
}

/** What the limiter is made of. */
interface PermitOptions {
  readonly clock: Clock;
  /** Lowers the platform's limit, e.g. for several programs on one key; never raises it. */
  readonly requestsPerMinute?: number | undefined;
  /** False where nothing is limited before a 429 says so: the embedded platform. */
  readonly paced?: boolean;
}

/** A limiter for one key: each prefix has its own budget (spec 8 limits `/api/v1` only). */
export function createPermits(options: PermitOptions): Permits {
  const { clock, requestsPerMinute, paced = true } = options;
  const perMinute = Math.min(limits.requestsPerMinute, requestsPerMinute ?? Infinity);
  const lanes: Readonly<Record<Prefix, Lane>> = {
    "/api/v1": new Lane(clock, perMinute, paced),
    "/v1": new Lane(clock, perMinute, false),
    "/api/v2": new Lane(clock, perMinute, false),
  };
  return { send: (slot, attempt) => lanes[slot.prefix].send(slot, attempt) };
}
