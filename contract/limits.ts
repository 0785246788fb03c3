/** Limits and prices of spec 8. */
import type { Prefix } from "./kind.ts";

/** The prefix that states a limit of requests. */
export const limitedPrefix: Prefix = "/api/v1";

/** Numbers the platform states (spec 8); `per` and units are in the names. */
export const limits = {
  /** Of {@link limitedPrefix}; the other prefixes state none. */
  requestsPerMinute: 60,
  portBlockSize: 10,
  firstPort: 1,
  lastPort: 65_535,
  mailPort: 25,
  /** Public ports that shared IPv4 does not offer. */
  webPorts: [80, 443],
  sshPort: 22,
  floatingIpRoutingSeconds: 5,
  invitationHours: 48,
  /** Outbound, of load balancers; a terabyte is 10^12 bytes. */
  freeTerabytesPerMonth: 5,
} as const;

/** Prices in US dollars per month (spec 8). */
export const prices = {
  dedicatedIpv4: 2,
  unassignedFloatingIp: 2,
  blockStoragePerGb: 0.1,
  volumeSnapshotPerGb: 0.02,
  customImagePerGb: 0.02,
  loadBalancer: 0,
} as const;

/** Hours a month is billed as: hourly price = monthly price / 730 (spec 8). */
export const billedHoursPerMonth = 730;
