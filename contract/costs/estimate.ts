import { billedHoursPerMonth } from "../limits.ts";
import { type OwnPrices, ownPart } from "./own-prices.ts";
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
  /** The part of the monthly sum that comes from the user's own prices, in dollars. */
  readonly own?: number;
}

/** The cost of resources, as far as the spec shows prices or the user gives them. */
export interface Estimate extends Amount {
  /** The part of the monthly sum that comes from the user's own prices, in dollars. */
  readonly own: number;
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

/**
 * Estimates what resources cost; those of other packages, and what is undefined, are left out.
 *
 * @param prices the user's own, for what the spec does not show
 */
export function estimate(
  given: readonly (Declaration | undefined)[],
  prices: OwnPrices = {},
): Estimate {
  const declarations = distinct(given);
  const lines = declarations.flatMap((one) => lineOf(one, declarations, prices) ?? []);
  const monthly = lines.reduce((sum, line) => sum + line.monthly, 0);
  return {
    ...amount(monthly),
    own: cents(lines.reduce((sum, { own = 0 }) => sum + own, 0)),
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
  prices: OwnPrices = {},
): CostChange {
  const [was, is] = [estimate(before, prices), estimate(after, prices)];
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

/** The part of a sum that comes from the user's own prices: `$6.00 of it by your own prices`; empty without one. */
export function ownText({ own = 0 }: { readonly own?: number }): string {
  return own === 0 ? "" : `${formatDollars(own)} of it by your own prices`;
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

function lineOf(
  declaration: Declaration,
  all: readonly Declaration[],
  prices: OwnPrices,
): Line | undefined {
  const type = classType(declaration.type);
  const price = priceTable[type];
  if (price === undefined) return undefined;
  const shown = price.monthly(declaration, all);
  const isShown = typeof shown === "number";
  const own = ownPart(price.own ?? [], declaration, prices);
  const unpriced = own === undefined ? (isShown ? price.unpriced : shown.missing) : own.missing;
  return {
    type,
    ...(declaration.name !== undefined && { name: declaration.name }),
    ...amount((isShown ? shown : 0) + (own?.monthly ?? 0)),
    ...(unpriced !== undefined && { unpriced }),
    ...(own !== undefined && { own: cents(own.monthly) }),
  };
}

function amount(dollars: number): Amount {
  const monthly = cents(dollars);
  return { monthly, hourly: monthly / billedHoursPerMonth };
}

function cents(dollars: number): number {
  return Math.round(dollars * 100) / 100;
}
