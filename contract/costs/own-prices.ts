import { z } from "zod";
import { suggestion } from "../values/nearest.ts";
import { isUnknown } from "../values/unknown.ts";
import { type Declaration, type OwnPrice, priceTable } from "./price-table.ts";

/** The user's own prices for what the spec does not show, in dollars a month by key: `instance.plan.small`. */
export type OwnPrices = Readonly<Record<string, number>>;

/** The part of a line that the user's own prices decide. */
export interface OwnPart {
  readonly monthly: number;
  /** What a price that was given needs and the resource does not show. */
  readonly missing?: string;
}

/** Where the user's own prices may be: JSON texts, of which the first that is given counts. */
export interface StatedPrices {
  /** The variable `HOSTING_PRICES`. */
  readonly environment: string | undefined;
  /** `hosting:prices` of the stack's config. */
  readonly config: string | undefined;
}

/**
 * The user's own prices, as the settings state them; none where they do not.
 *
 * @throws Error for what is no JSON object of known keys and amounts.
 */
export function ownPricesIn({ environment, config }: StatedPrices): OwnPrices {
  if (isGiven(environment)) return parsePrices(environment, "HOSTING_PRICES");
  return isGiven(config) ? parsePrices(config, "hosting:prices") : {};
}

/**
 * The user's own prices in a JSON text.
 *
 * @param from the source of the text, for the error
 * @throws Error for what is no JSON object of known keys and amounts.
 */
export function parsePrices(text: string, from: string): OwnPrices {
  const must = `${from} must be a JSON object of monthly prices`;
  const parsed = z.record(z.string(), z.unknown()).safeParse(jsonIn(text));
  if (!parsed.success) throw new Error(`${must}.`);
  const prices = Object.entries(parsed.data).map(([key, price]): [string, number] => {
    if (!isKnown(key)) {
      throw new Error(`${must}: "${key}" is none (${suggestion(key, candidatesFor(key))}).`);
    }
    if (typeof price === "number" && price >= 0) return [key, price];
    throw new Error(`${must}: "${key}" must be a number of dollars, 0 or more.`);
  });
  return Object.fromEntries(prices);
}

function isGiven(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== "";
}

/** What the user's own prices say of a resource; undefined where they have none of it. */
export function ownPart(
  own: readonly OwnPrice[],
  { inputs }: Declaration,
  prices: OwnPrices,
): OwnPart | undefined {
  const parts = own.flatMap((price) => {
    const given = prices[keyFor(price, inputs)];
    return given === undefined ? [] : [partOf(price, given, inputs)];
  });
  if (parts.length === 0) return undefined;
  const missing = parts.flatMap((part) => part.missing ?? []).join(", ");
  const monthly = parts.reduce((sum, part) => sum + part.monthly, 0);
  return { monthly, ...(missing !== "" && { missing }) };
}

const known = Object.values(priceTable).flatMap(({ own = [] }) => own);

function isKnown(key: string): boolean {
  return known.some((one) =>
    one.by === undefined ? one.key === key : key.startsWith(`${one.key}.`) && key !== `${one.key}.`,
  );
}

/** Keys that end with a value have that of the key that is refused. */
function candidatesFor(key: string): readonly string[] {
  const value = key.includes(".") ? key.split(".").at(-1) : undefined;
  return known.map(({ key: start, by }) =>
    by === undefined ? start : `${start}.${value || `<${by}>`}`,
  );
}

function keyFor({ key, by }: OwnPrice, inputs: Declaration["inputs"]): string {
  return by === undefined ? key : `${key}.${inputs[by]}`;
}

function partOf({ key, times }: OwnPrice, given: number, inputs: Declaration["inputs"]): OwnPart {
  if (times === undefined || given === 0) return { monthly: given };
  const value = inputs[times.input];
  const count = isUnknown(value) ? undefined : times.count(value);
  if (count !== undefined) return { monthly: given * count };
  return { monthly: 0, missing: `${key} has a price, but ${times.input} is not known` };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
