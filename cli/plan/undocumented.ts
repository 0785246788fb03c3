import { isOnPlatform, type Kind } from "../../contract/endpoints.ts";
import type { AssumedRow } from "../../contract/kind.ts";
import { kinds } from "../../contract/kinds/_all.ts";
import { requestTable } from "../../costs/request-table.ts";
import { definitions } from "../../runtime/_registry.ts";
import type { Action } from "../preview/preview.ts";
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
    const kind = definitions.get(type)?.kind;
    return kind === undefined || !isOnPlatform(kind) ? [] : routesOf(type, kind, action);
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

function routesOf(type: string, kind: Kind, action: Action) {
  const requests = requestTable[type];
  const names = new Set((operations[action] ?? []).flatMap((each) => requests?.[each] ?? []));
  const { assumed, prefix } = kinds[kind];
  return Object.entries<AssumedRow>(assumed)
    .filter(([name]) => names.has(name))
    .map(([, [method, path, what]]) => ({ route: `${method} ${prefix}${path}`, what }));
}
