import { hourMilliseconds } from "./month.ts";
import type { Item, PricedKind } from "./prices.ts";
import type { Use } from "./uses/use.ts";

/** What one thing cost a project in a month. */
export interface BillLine {
  readonly project: string;
  /** Its kind, like `volume`. */
  readonly kind: string;
  readonly id: string;
  /** Its name, or the address that it is. */
  readonly name: string;
  readonly what: string;
  /** Units that are billed; whole ones unless hours are exact, where it is rounded for show. */
  readonly quantity: number;
  readonly unit: "hour" | "GB hour" | "TB";
  /** The price of `per` units, in whole US cents. */
  readonly unitPrice: { readonly cents: number; readonly per: number };
  /** In whole US cents: quantity × cents / per, half a cent rounded up. */
  readonly amount: number;
}

/** How an item is counted in a month. */
export interface Terms {
  readonly kind: PricedKind;
  readonly item: Item;
  /** Hours that its price is for, and the most that one thing is billed for. */
  readonly hours: number;
  /** An hour that has begun counts whole. */
  readonly isWholeHours: boolean;
}

/** One line for each thing and project that pays for it, by when it was first used. */
export function linesOf(uses: readonly Use[], terms: Terms): BillLine[] {
  const byThing = Map.groupBy(uses, ({ id }) => id);
  return [...byThing.values()].flatMap((of) => shares(of, terms));
}

/**
 * What has several payers in a month is rounded once: each pays what the sum grows by with its share,
 * so together they never pay more than one would.
 */
function shares(uses: readonly Use[], terms: Terms): BillLine[] {
  const name = uses.at(-1)?.name ?? "";
  let units = 0n;
  let paid = 0n;
  return [...unitsByProject(uses, terms)].flatMap(([project, share]) => {
    if (share === 0n) return [];
    units += share;
    const sum = centsFor(units, terms);
    const amount = sum - paid;
    paid = sum;
    const line = { project, kind: terms.kind, id: uses[0]?.id ?? "", name };
    return [{ ...line, ...counted(share, terms), amount: Number(amount) }];
  });
}

/** Milliseconds × size: the time of a thing is added up over its uses, then counted by the terms. */
function unitsByProject(uses: readonly Use[], terms: Terms): ReadonlyMap<string, bigint> {
  const found = new Map<string, bigint>();
  let passed = 0;
  for (const { project, size, from, until } of uses) {
    const before = billedTime(passed, terms);
    passed += until - from;
    const units = size * BigInt(billedTime(passed, terms) - before);
    found.set(project, (found.get(project) ?? 0n) + units);
  }
  return found;
}

function billedTime(milliseconds: number, { hours, isWholeHours }: Terms): number {
  const begun = Math.ceil(milliseconds / hourMilliseconds) * hourMilliseconds;
  return Math.min(isWholeHours ? begun : milliseconds, hours * hourMilliseconds);
}

/** Half a cent and more is rounded up. */
function centsFor(units: bigint, terms: Terms): bigint {
  const { item, hours } = terms;
  const per = unitSize(item) * BigInt(hours);
  return (2n * units * item.cents + per) / (2n * per);
}

function counted(units: bigint, { item, hours }: Terms) {
  const quantity = Number((units * 10n ** 6n) / unitSize(item)) / 1e6;
  const { what, unit, cents } = item;
  return { what, quantity, unit, unitPrice: { cents: Number(cents), per: hours } };
}

/** One unit, as milliseconds × size. */
function unitSize({ unit }: Item): bigint {
  return BigInt(hourMilliseconds) * (unit === "hour" ? 1n : 10n ** 9n);
}
