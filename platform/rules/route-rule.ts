import { assumedRoutes } from "../../contract/assumption-table.ts";
import type { Endpoint, Kind } from "../../contract/endpoints.ts";
import { routeClauses } from "./_clauses.ts";
import type { Rule } from "./rule.ts";

/** What says that a route is there: its row of spec 4, or what is assumed about it. */
export function routeRule(endpoint: Endpoint, kind: Kind, purpose: string): Rule | undefined {
  const { method, prefix, path, standing } = endpoint;
  if (standing === "documented") return routeClauses[`${method} ${prefix}${path}`];
  const name = `routes.${kind}.${purpose}`;
  return isAssumed(name) ? name : undefined;
}

function isAssumed(name: string): name is keyof typeof assumedRoutes {
  return Object.hasOwn(assumedRoutes, name);
}
