import { definitions } from "../../resources/_registry.ts";
import type { Action } from "../preview/preview.ts";
import { routesFor } from "../preview/routes.ts";
import type { Change } from "./change.ts";

/** A route that a change needs and the API's documentation does not show, so that it is taken as true. */
export interface Undocumented {
  /** `DELETE /v1/volumes/{volume_id}` */
  readonly route: string;
  /** `deletes a volume` */
  readonly what: string;
  /** How many changes need it. */
  readonly changes: number;
}

/** The routes that changes need besides those that are documented. */
export function undocumentedIn(changes: readonly Change[]): readonly Undocumented[] {
  const needed = changes.flatMap(({ type, action }) => {
    const definition = definitions.get(type);
    const routes = definition === undefined ? [] : routesFor(definition, operations[action] ?? []);
    return routes.flatMap(({ route, what }) => (what === undefined ? [] : [{ route, what }]));
  });
  return [...Map.groupBy(needed, ({ route }) => route).values()].flatMap((same) =>
    same.slice(0, 1).map((one) => ({ ...one, changes: same.length })),
  );
}

const operations: Readonly<Partial<Record<Action, readonly ("create" | "update" | "delete")[]>>> = {
  create: ["create"],
  update: ["update"],
  delete: ["delete"],
  replace: ["create", "delete"],
};
