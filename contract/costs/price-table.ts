import type { ClassFacts } from "../kind.ts";
import { kinds } from "../kinds/_all.ts";
import type { ClassPrice } from "../price.ts";

export { type ClassPrice, classType, type Declaration, type OwnPrice } from "../price.ts";

/** Prices of all classes by area and class (spec 8). */
export const priceTable: Readonly<Record<string, ClassPrice>> = Object.fromEntries(
  Object.values(kinds)
    .flatMap(({ classes }) => Object.entries<ClassFacts>(classes))
    .map(([type, { price }]) => [type, price]),
);
