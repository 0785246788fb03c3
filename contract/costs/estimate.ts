import { billedHoursPerMonth } from "../limits.ts";
import { classType, type Declaration, priceTable } from "./price-table.ts";

/** US dollars. */
export interface Amount {
  /** Per month, in whole cents. */
  readonly monthly: number;
  /** Per hour: the monthly price / 730 (spec 8). */
  readonly hourly: number;
}

/** One resource of an estimate. */
export interface Line extends Amount {
  /** Area and class, like `storage:Volume`. */
  readonly type: string;
  readonly name?: string;
  /** Possible further costs, because the spec shows no price or a value is missing. */
  readonly unpriced?: string;
}

/** The cost of resources, as far as the spec shows prices. */
export interface Estimate extends Amount {
  /** One line per resource of this package, in the order given. */
  readonly lines: readonly Line[];
  /** The lines whose cost is not, or not wholly, in the sum. */
  readonly unpriced: readonly Line[];
}

/** The cost of a change. */
export interface CostChange {
  readonly before: Estimate;
  readonly after: Estimate;
  readonly delta: Amount;
}

/** Estimates what resources cost; those of other packages, and what is undefined, are left out. */
export function estimate(given: readonly (Declaration | undefined)[]): Estimate {
  const declarations = distinct(given);
  const lines = declarations.flatMap((declaration) => lineOf(declaration, declarations) ?? []);
  const monthly = lines.reduce((sum, line) => sum + line.monthly, 0);
  return {
    ...amount(monthly),
    lines,
    unpriced: lines.filter(({ unpriced }) => unpriced !== undefined),
  };
}

/**
 * The cost of a change; the difference is negative when it saves. Takes the `oldState` and the `newState`
 * of all steps of `pulumi preview --json` as they are.
 */
export function compareCosts(
  before: readonly (Declaration | undefined)[],
  after: readonly (Declaration | undefined)[],
): CostChange {
  const [was, is] = [estimate(before), estimate(after)];
  return { before: was, after: is, delta: amount(is.monthly - was.monthly) };
}

/** The bill for so many hours within one month: by the hour, and never more than the month (spec 8). */
export function billedFor(hours: number, monthly: number): number {
  return Math.min(monthly, (monthly / billedHoursPerMonth) * hours);
}

/** An amount as people write it: `$2.00`. */
export function formatDollars(dollars: number): string {
  const sign = dollars < 0 ? "-" : "";
  return `${sign}$${Math.abs(dollars).toFixed(2)}`;
}

/**
 * A cost as people write it: `$2.00`, `at least $2.00` where a part of it has no price, and `unknown` where all of
 * it has none.
 */
export function formatCost({
  monthly,
  unpriced = "",
}: {
  readonly monthly: number;
  readonly unpriced?: string | readonly Line[];
}): string {
  if (unpriced.length === 0) return formatDollars(monthly);
  return monthly === 0 ? "unknown" : `at least ${formatDollars(monthly)}`;
}

/** Resources that the sum leaves out, by class: `2 instances, 1 server`; empty when nothing is. */
export function unpricedText({ unpriced }: Pick<Estimate, "unpriced">): string {
  const classes = Map.groupBy(unpriced, ({ type }) => wordOf(type));
  return [...classes]
    .map(([word, { length }]) => `${length} ${word}${length === 1 ? "" : "s"}`)
    .join(", ");
}

/** Each once: a replacement is several steps about one resource, of which the first has its inputs. */
function distinct(given: readonly (Declaration | undefined)[]): readonly Declaration[] {
  const declarations = given.filter((one) => one !== undefined);
  const seen = new Set<string>();
  return declarations.filter(({ urn }) => {
    const isKnown = urn !== undefined && seen.has(urn);
    if (urn !== undefined) seen.add(urn);
    return !isKnown;
  });
}

/** `storage:PoolVolume` → `pool volume`. */
function wordOf(type: string): string {
  const name = type.slice(type.indexOf(":") + 1);
  return name.replace(/\B[A-Z]/g, " $&").toLowerCase();
}

function lineOf(declaration: Declaration, all: readonly Declaration[]): Line | undefined {
  const type = classType(declaration.type);
  const price = priceTable[type];
  if (price === undefined) return undefined;
  const monthly = price.monthly(declaration, all);
  const isKnown = typeof monthly === "number";
  const unpriced = isKnown ? price.unpriced : monthly.missing;
  return {
    type,
    ...(declaration.name !== undefined && { name: declaration.name }),
    ...amount(isKnown ? monthly : 0),
    ...(unpriced !== undefined && { unpriced }),
  };
}

function amount(dollars: number): Amount {
  const monthly = Math.round(dollars * 100) / 100;
  return { monthly, hourly: monthly / billedHoursPerMonth };
}
