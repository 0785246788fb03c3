import { requestTable } from "../../contract/costs/request-table.ts";
import { isOnPlatform } from "../../contract/endpoints.ts";
import type { AssumedRow, Row } from "../../contract/kind.ts";
import { kinds } from "../../contract/kinds/_all.ts";
import type { Definition } from "../../provider/definition/definition.ts";

/** A route that something done to an object needs. */
export interface NeededRoute {
  /** `DELETE /v1/volumes/{volume_id}` */
  readonly route: string;
  /** `deletes a volume`; left out for one that the API's documentation shows. */
  readonly what?: string;
}

/** The routes of what is done to an object of a class, with nothing going wrong. */
export function routesFor(
  { type, kind }: Pick<Definition, "type" | "kind">,
  operations: readonly ("create" | "update" | "delete")[],
): readonly NeededRoute[] {
  if (!isOnPlatform(kind)) return [];
  const requests = requestTable[type];
  const names = new Set(operations.flatMap((each) => requests?.[each] ?? []));
  const { documented, assumed, prefix } = kinds[kind];
  const shown = Object.entries<Row>(documented).map(([name, [method, path]]) => {
    return [name, { route: `${method} ${prefix}${path}` }] as const;
  });
  const taken = Object.entries<AssumedRow>(assumed).map(([name, [method, path, what]]) => {
    return [name, { route: `${method} ${prefix}${path}`, what }] as const;
  });
  return [...shown, ...taken].filter(([name]) => names.has(name)).map(([, route]) => route);
}
