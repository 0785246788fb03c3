import type { AssumptionName, Assumptions } from "./assumptions.ts";
import {
  type Endpoint,
  endpoints,
  type Kind,
  type Method,
  type Prefix,
  type Verb,
} from "./endpoints.ts";

const prefixes: readonly Prefix[] = ["/api/v1", "/api/v2", "/v1"];
const methods: readonly Method[] = ["GET", "POST", "PATCH", "PUT", "DELETE"];

/**
 * The route for a verb of a kind: the documented one, else the assumed one, else undefined.
 *
 * @throws Error when the assumption's value is neither "none" nor "METHOD /prefix/path".
 */
export function findRoute(kind: Kind, verb: Verb, assumptions: Assumptions): Endpoint | undefined {
  return routeNamed(kind, verb, assumptions);
}

/** The same for whatever a route of the kind is for, e.g. `attach`. */
export function routeNamed(
  kind: Kind,
  purpose: string,
  assumptions: Assumptions,
): Endpoint | undefined {
  const documented: Readonly<Record<string, Endpoint>> = endpoints[kind];
  const known = documented[purpose];
  if (known !== undefined) return known;
  const name = `routes.${kind}.${purpose}`;
  return isRouteName(name, assumptions) ? parseRoute(name, String(assumptions[name])) : undefined;
}

function isRouteName(name: string, assumptions: Assumptions): name is AssumptionName {
  return Object.hasOwn(assumptions, name);
}

/** Reads "METHOD /prefix/path" as an assumed endpoint; undefined for "none". */
export function parseRoute(name: string, value: string): Endpoint | undefined {
  if (value === "none") return undefined;
  const [methodText, target = ""] = value.split(" ");
  const method = methods.find((known) => known === methodText);
  const prefix = prefixes.find((known) => target.startsWith(`${known}/`));
  if (method === undefined || prefix === undefined) {
    throw new Error(
      `assumption "${name}" must be "none" or like "GET /v1/volumes/{volume_id}", not "${value}"`,
    );
  }
  const path = target.slice(prefix.length);
  return { method, prefix, path, scope: "not shown", spec: "4 note 4", standing: "assumed" };
}
