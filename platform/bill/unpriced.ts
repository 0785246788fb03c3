import type { World } from "../world.ts";
import { unpricedKinds } from "./prices.ts";
import type { Metered } from "./uses/use.ts";

/** Something that may have cost more than the bill says. */
export interface Unpriced {
  readonly project: string;
  readonly kind: string;
  readonly id: string;
  readonly name: string;
  /** What has no price, like "the price of a plan is not shown". */
  readonly what: string;
}

/** The objects of the month of kinds whose price the spec does not show. */
export function unpricedObjects({ world, periods, span }: Metered): Unpriced[] {
  return [...unpricedKinds]
    .filter(([kind]) => !(kind === "poolVolume" && arePoolVolumesPriced(world)))
    .flatMap(([kind, what]) => periods.seen(kind, span).map((seen) => ({ ...seen, what })));
}

export function arePoolVolumesPriced(world: World): boolean {
  return world.choice("bill.poolVolumes") === "blockStorage";
}
