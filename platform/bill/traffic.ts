import { limits } from "../../contract/limits.ts";
import type { Engine } from "../engine.ts";
import { loadBalancers } from "../kinds/load-balancer.ts";
import { type BalancerTraffic, Traffic } from "../store/traffic.ts";
import type { World } from "../world.ts";
import type { BillLine } from "./lines.ts";
import { monthOf } from "./month.ts";
import type { Unpriced } from "./unpriced.ts";

const terabyte = 10n ** 12n;
const free = BigInt(limits.freeTerabytesPerMonth) * terabyte;

/**
 * Counts what has left through a load balancer, in the month that it is.
 *
 * @throws Error when there is no such load balancer, or it is not a number of bytes.
 */
export function meterTraffic(
  { database, world: worldNow }: Pick<Engine, "database" | "world">,
  id: string,
  bytes: number,
): void {
  const world = worldNow();
  const refused = "The traffic was not counted";
  const balancer = world.account.find(loadBalancers, id);
  if (balancer === undefined) throw new Error(`${refused}: there is no load balancer "${id}".`);
  if (!Number.isSafeInteger(bytes) || bytes < 1) {
    throw new Error(`${refused}: ${bytes} is not a whole number of bytes above 0.`);
  }
  const { project, name } = balancer;
  new Traffic(database.sql).add(monthOf(world.now), {
    balancer: id,
    project,
    name,
    bytes: BigInt(bytes),
  });
}

/** What a bill says of traffic. */
export interface TrafficPart {
  /** What is free, which costs nothing. */
  readonly lines: readonly BillLine[];
  /** What is not, at a price that the spec does not show. */
  readonly unpriced: readonly Unpriced[];
}

/** spec 8: the first terabytes of a month are free. */
export function trafficPart(metered: readonly BalancerTraffic[], world: World): TrafficPart {
  const isShared = world.choice("bill.freeTraffic") === "project";
  const left = new Map<string, bigint>();
  const parts = metered.map((of) => {
    const pool = isShared ? of.project : of.balancer;
    const room = left.get(pool) ?? free;
    const within = of.bytes < room ? of.bytes : room;
    left.set(pool, room - within);
    return { of, within, beyond: of.bytes - within };
  });
  return {
    lines: parts.filter(({ within }) => within > 0n).map(freeLine),
    unpriced: parts.filter(({ beyond }) => beyond > 0n).map(beyondFree),
  };
}

interface Part {
  readonly of: BalancerTraffic;
  readonly within: bigint;
  readonly beyond: bigint;
}

function freeLine({ of, within }: Part): BillLine {
  return {
    ...named(of),
    what: `outbound traffic within the free ${limits.freeTerabytesPerMonth} TB`,
    quantity: Number(within) / Number(terabyte),
    unit: "TB",
    unitPrice: { cents: 0, per: 1 },
    amount: 0,
  };
}

function beyondFree({ of, beyond }: Part): Unpriced {
  const what = `${terabytes(beyond)} TB of outbound traffic beyond the free ${limits.freeTerabytesPerMonth} TB: its price is not shown`;
  return { ...named(of), what };
}

/** Exact, whatever the number: `1.5`. */
function terabytes(bytes: bigint): string {
  const digits = String(bytes).padStart(13, "0");
  return `${digits.slice(0, -12)}.${digits.slice(-12)}`.replace(/\.?0+$/, "");
}

function named({ project, balancer, name }: BalancerTraffic) {
  return { project, kind: "loadBalancer", id: balancer, name };
}
