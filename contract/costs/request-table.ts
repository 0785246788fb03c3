import type { Prefix } from "../endpoints.ts";
import type { ClassFacts, ClassRequests } from "../kind.ts";
import { kinds } from "../kinds/_all.ts";

/** The requests of one class, and the prefix they are sent to. */
export interface PrefixedRequests extends ClassRequests {
  readonly prefix: Prefix;
}

/** The requests of every class that sends any. */
export const requestTable: Readonly<Record<string, PrefixedRequests>> = Object.fromEntries(
  Object.values(kinds).flatMap(({ prefix, classes }) =>
    prefix === null
      ? []
      : Object.entries<ClassFacts>(classes).map(([type, { requests }]) => [
          type,
          { prefix, ...requests },
        ]),
  ),
);
