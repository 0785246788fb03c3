import type { SecureContext } from "node:tls";
import type { LoadBalancer } from "../kinds/index.ts";
import type { Place } from "./place.ts";

/** A place of the world that takes connections, with what is carried there. */
export interface Entry extends Place {
  /** Id of what it belongs to: when that is gone, so are its connections. */
  readonly object: string;
  /** Who is there for TLS, where that ends here. */
  readonly secure?: SecureContext;
  /** True where each request is passed by itself, false where each connection is. */
  readonly isByRequest: boolean;
  /** Ids of machines. */
  readonly backends: readonly string[];
  /** How a load balancer chooses; without it the first backend is the only one. */
  readonly balancing?: Balancing;
  /** Why nothing is carried there; completes "it is not carried: …". */
  readonly problem?: string;
}

/** How connections are spread. */
export interface Balancing {
  readonly algorithm: LoadBalancer["algorithm"];
  readonly check: LoadBalancer["health_check"];
  /** True where a new backend is used before its first check. */
  readonly isNewUsed: boolean;
}

/** Some entries, and what they are of. */
export interface Entries {
  readonly entries: readonly Entry[];
  readonly objects: readonly string[];
  /** Moments at which time makes others of them. */
  readonly turns: readonly number[];
}
