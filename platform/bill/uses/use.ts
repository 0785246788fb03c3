import type { Periods, Span } from "../../store/periods.ts";
import type { World } from "../../world.ts";

/** That something was used at the cost of a project, without a change. */
export interface Use extends Span {
  readonly id: string;
  readonly name: string;
  readonly project: string;
  /** Bytes of what is sold by the gigabyte; else 1. */
  readonly size: bigint;
}

/** Where uses are found. */
export interface Metered {
  readonly world: World;
  readonly periods: Periods;
  /** The part of the month that has passed. */
  readonly span: Span;
}
