import type { ClassFacts } from "../contract/kind.ts";
import { kinds } from "../contract/kinds/_all.ts";
import type { ClassPrice } from "../contract/price.ts";

export { type ClassPrice, classType, type Declaration } from "../contract/price.ts";

/** Prices of all classes by area and class (spec 8). */
export const priceTable: Readonly<Record<string, ClassPrice>> = Object.fromEntries(
  Object.values(kinds)
    .flatMap(({ classes }) => Object.entries<ClassFacts>(classes))
    .map(([type, { price }]) => [type, price]),
);
