import type { ClassFacts } from "../../contract/kind.ts";
import { kinds } from "../../contract/kinds/_all.ts";
import { billedHoursPerMonth, prices } from "../../contract/limits.ts";

/** Something that is billed by the time it is there. */
export interface Item {
  /** What it is, as a line of the bill says it. */
  readonly what: string;
  /** Cents a month for one, or for a gigabyte. */
  readonly cents: bigint;
  readonly unit: "hour" | "GB hour";
  /** Hours that the price is for, where the spec states them; else the month's. */
  readonly hours?: number;
}

/** What the kinds cost whose price the spec shows (spec 8). */
export const items = {
  dedicatedAddress: {
    what: "dedicated IPv4 address",
    cents: centsOf(prices.dedicatedIpv4),
    unit: "hour",
    hours: billedHoursPerMonth,
  },
  floatingIp: {
    what: "floating IP without a running instance",
    cents: centsOf(prices.unassignedFloatingIp),
    unit: "hour",
  },
  volume: {
    what: "block storage",
    cents: centsOf(prices.blockStoragePerGb),
    unit: "GB hour",
  },
  poolVolume: {
    what: "pool storage at the price of block storage",
    cents: centsOf(prices.blockStoragePerGb),
    unit: "GB hour",
  },
  volumeSnapshot: {
    what: "volume snapshot",
    cents: centsOf(prices.volumeSnapshotPerGb),
    unit: "GB hour",
  },
  image: {
    what: "custom image",
    cents: centsOf(prices.customImagePerGb),
    unit: "GB hour",
  },
} as const satisfies Readonly<Record<string, Item>>;

/** A kind that a line of a bill is about. */
export type PricedKind = keyof typeof items;

/** The kinds that cost something at a price that the spec does not show, and what is missing. */
export const unpricedKinds: ReadonlyMap<string, string> = new Map(
  Object.entries(kinds).flatMap(([kind, { classes }]) => {
    if (Object.hasOwn(items, kind) && kind !== "poolVolume") return [];
    const missing = Object.entries<ClassFacts>(classes).map(([type, { price }]) => {
      const monthly = price.monthly({ type, inputs: {} }, []);
      return typeof monthly === "number" ? price.unpriced : monthly.missing;
    });
    const words = missing.find((one) => one !== undefined);
    return words === undefined ? [] : [[kind, words]];
  }),
);

/** Whether it matters to a bill when an object of the kind was there, and what it was. */
export function isMetered(kind: string): boolean {
  return Object.hasOwn(items, kind) || unpricedKinds.has(kind);
}

/** The contract has dollars; all prices are whole cents. */
function centsOf(dollars: number): bigint {
  return BigInt(Math.round(dollars * 100));
}
