import { assumedRoutes } from "./assumption-table.ts";
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

/** The route of a kind for any purpose, e.g. `attach`. */
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

/** The methods of a purpose: a setting that made a read send anything else would be seen in no preview. */
const methodsOf: Readonly<Record<Verb, readonly Method[]>> = {
  list: ["GET"],
  get: ["GET"],
  create: ["POST", "PUT"],
  update: ["PATCH", "PUT", "POST"],
  delete: ["DELETE", "POST"],
  action: ["POST", "PUT", "PATCH"],
};

/**
 * Reads "METHOD /prefix/path" as an assumed endpoint; undefined for "none".
 *
 * @throws Error when it is neither, or the route of another purpose.
 */
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
  const fitting = Object.entries(methodsOf).find(([verb]) => name.endsWith(`.${verb}`))?.[1] ?? [];
  if (!fitting.includes(method)) {
    throw new Error(
      `assumption "${name}" must be a route with ${fitting.join(" or ")}, not "${value}"`,
    );
  }
  if (name.endsWith(".delete") && !target.includes("{")) {
    throw new Error(`assumption "${name}" must name what is deleted, not "${value}"`);
  }
  const parts = partsOf(value);
  const other = knownRoutes.find((known) => known.name !== name && isOf(known.parts, parts));
  if (method !== "GET" && other !== undefined) {
    throw new Error(
      `assumption "${name}" must not be the route of ${other.name}, "${other.route}"`,
    );
  }
  const path = target.slice(prefix.length);
  return { method, prefix, path, scope: "not shown", spec: "4 note 4", standing: "assumed" };
}

/** The documented routes and those taken as true, each called as its assumption is or would be. */
const knownRoutes = [
  ...Object.entries(endpoints).flatMap(([kind, table]) =>
    Object.entries<Endpoint>(table).map(([purpose, { method, prefix, path }]) => {
      return { name: `routes.${kind}.${purpose}`, route: `${method} ${prefix}${path}` };
    }),
  ),
  ...Object.entries(assumedRoutes).map(([name, { value }]) => ({ name, route: value })),
].map((known) => ({ ...known, parts: partsOf(known.route) }));

/** A route as a server may read it: some take capitals, escapes and a slash at the end for the same. */
function partsOf(route: string): readonly string[] {
  const letters = route.replace(/%[0-9a-f]{2}/gi, (octet) =>
    String.fromCharCode(Number.parseInt(octet.slice(1), 16)),
  );
  return letters
    .toLowerCase()
    .replace(/;[^/]*/g, "")
    .replace(/\/+$/, "")
    .split("/");
}

/** True for the same route, whatever its placeholders are called or have in their place. */
function isOf(known: readonly string[], given: readonly string[]): boolean {
  return (
    known.length === given.length &&
    known.every((part, at) => part.startsWith("{") || part === given[at])
  );
}
