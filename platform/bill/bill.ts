import { billedHoursPerMonth } from "../../contract/limits.ts";
import type { Engine } from "../engine.ts";
import { Periods } from "../store/periods.ts";
import { Traffic } from "../store/traffic.ts";
import type { World } from "../world.ts";
import { type BillLine, linesOf, type Terms } from "./lines.ts";
import { type Month, monthNamed, monthOf } from "./month.ts";
import { type Item, items, type PricedKind } from "./prices.ts";
import { trafficPart } from "./traffic.ts";
import { arePoolVolumesPriced, type Unpriced, unpricedObjects } from "./unpriced.ts";
import { addressUses } from "./uses/dedicated-address.ts";
import { floatingIpUses } from "./uses/floating-ip.ts";
import { imageUses, poolVolumeUses, snapshotUses, volumeUses } from "./uses/storage.ts";
import type { Metered, Use } from "./uses/use.ts";

/** What a month costs, by the prices that the spec shows (spec 8). */
export interface Bill {
  /** Like `2026-02`: a calendar month in UTC. */
  readonly month: string;
  /** The month's beginning, RFC 3339. */
  readonly from: string;
  /** Until when it is counted: the month's end, or now where that is earlier; RFC 3339. */
  readonly until: string;
  /** The one project that it is about; null for all of them. */
  readonly project: string | null;
  readonly currency: "USD";
  readonly lines: readonly BillLine[];
  /** The sum of the lines, in whole US cents. */
  readonly total: number;
  /** What is billed besides, at a price that the spec does not show. */
  readonly unpriced: readonly Unpriced[];
}

/** What a bill is asked for. */
export interface BillRequest {
  /** Like `2026-02`. Default: the month that it is on the platform. */
  readonly month?: string;
  /** Id of the one project. Default: all, line by line. */
  readonly project?: string;
}

/** How much of each kind was used. */
const usesOf: Readonly<Record<PricedKind, (metered: Metered) => Use[]>> = {
  dedicatedAddress: addressUses,
  floatingIp: floatingIpUses,
  volume: volumeUses,
  poolVolume: (metered) => (arePoolVolumesPriced(metered.world) ? poolVolumeUses(metered) : []),
  volumeSnapshot: snapshotUses,
  image: imageUses,
};

/**
 * Writes the bill of a month, within a transaction.
 *
 * @throws Error when the month has not begun or there is no such project.
 */
export function billOf(
  { database, world: worldNow }: Pick<Engine, "database" | "world">,
  { month: name, project }: BillRequest,
): Bill {
  const world = worldNow();
  const month = monthNamed(name ?? monthOf(world.now));
  refuseUnknown(world, month, project);
  const span = { from: month.from, until: Math.min(month.until, world.now) };
  const metered = { world, periods: new Periods(database.sql), span };
  const traffic = trafficPart(new Traffic(database.sql).of(month.name), world);
  const isAsked = (one: { readonly project: string }) =>
    project === undefined || one.project === project;
  const lines = [...timeLines(metered, month), ...traffic.lines].filter(isAsked).sort(byProject);
  return {
    month: month.name,
    from: new Date(span.from).toISOString(),
    until: new Date(span.until).toISOString(),
    project: project ?? null,
    currency: "USD",
    lines,
    total: lines.reduce((sum, { amount }) => sum + amount, 0),
    unpriced: [...unpricedObjects(metered), ...traffic.unpriced].filter(isAsked).sort(byProject),
  };
}

function refuseUnknown(world: World, month: Month, project: string | undefined): void {
  if (month.from > world.now) {
    const today = new Date(world.now).toISOString();
    throw new Error(
      `The bill was not written: ${month.name} has not begun; the platform's time is ${today}.`,
    );
  }
  if (project !== undefined && !world.projects.has(project)) {
    throw new Error(`The bill was not written: there is no project "${project}".`);
  }
}

function timeLines(metered: Metered, month: Month): BillLine[] {
  return pricedKinds.flatMap((kind) =>
    linesOf(usesOf[kind](metered), termsOf(kind, metered, month)),
  );
}

const pricedKinds = Object.keys(items).filter((kind): kind is PricedKind => kind in items);

function termsOf(kind: PricedKind, { world }: Metered, month: Month): Terms {
  const item: Item = items[kind];
  const isByCalendar = world.choice("bill.partMonth") === "calendar";
  return {
    kind,
    item,
    hours: item.hours ?? (isByCalendar ? month.hours : billedHoursPerMonth),
    isWholeHours: world.choice("bill.hours") === "begun",
  };
}

/** Lines of a project stand together; within it they stay in the order of kinds. */
function byProject(a: { readonly project: string }, b: { readonly project: string }): number {
  return a.project < b.project ? -1 : Number(a.project > b.project);
}
