import type { Prefix } from "../../../contract/endpoints.ts";
import { limits } from "../../../contract/limits.ts";
import type { Clock } from "../../clock.ts";
import type { WireResponse } from "../transport/transport.ts";
import { Lane } from "./lane.ts";
import { type Ledger, OwnLedger } from "./ledger.ts";
import type { Slot } from "./queue.ts";

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
  /** Spreads clients that come back after a pause; 0 to 1. */
  readonly random?: () => number;
  /** Who holds the permits of a prefix; this process alone unless given. */
  readonly ledgerOf?: (prefix: Prefix) => Ledger;
}

/** A limiter for one key: each prefix has its own budget (spec 8 limits `/api/v1` only). */
export function createPermits(options: PermitOptions): Permits {
  const { clock, requestsPerMinute, paced = true, random = Math.random } = options;
  const { ledgerOf = () => new OwnLedger(() => clock.now()) } = options;
  const limit = Math.min(limits.requestsPerMinute, requestsPerMinute ?? Infinity);
  const laneOf = (prefix: Prefix, isPaced: boolean) =>
    new Lane({ clock, random, limit, paced: isPaced, ledger: ledgerOf(prefix) });
  const lanes: Readonly<Record<Prefix, Lane>> = {
    "/api/v1": laneOf("/api/v1", paced),
    "/v1": laneOf("/v1", false),
    "/api/v2": laneOf("/api/v2", false),
  };
  return { send: (slot, attempt) => lanes[slot.prefix].send(slot, attempt) };
}
