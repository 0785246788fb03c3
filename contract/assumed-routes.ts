import type { Assumption } from "./assumption.ts";
import type { Kind } from "./endpoints.ts";
import type { AssumedRow } from "./kind.ts";
import { kinds } from "./kinds/_all.ts";

/** Name of the assumption about a route, like `routes.volume.get`. */
type RouteName = {
  [K in Kind]: `routes.${K}.${keyof (typeof kinds)[K]["assumed"] & string}`;
}[Kind];

const entries = Object.entries(kinds).flatMap(([kind, { prefix, assumed }]) =>
  Object.entries<AssumedRow>(assumed).map(([verb, [method, path, about]]) => [
    `routes.${kind}.${verb}`,
    { value: `${method} ${prefix}${path}`, spec: "4 note 4", about },
  ]),
);

/** Routes that the spec does not show, as "METHOD /prefix/path" by name. */
export const assumedRoutes: Readonly<Record<RouteName, Assumption & { readonly value: string }>> =
  Object.fromEntries(entries);
