import { defaultAssumptions } from "../../contract/assumptions.ts";
import { type Endpoint, endpoints } from "../../contract/endpoints.ts";
import type { ClassFacts } from "../../contract/kind.ts";
import { kinds } from "../../contract/kinds/_all.ts";
import { findRoute, routeNamed } from "../../contract/routes.ts";
import type { Definition } from "../../provider/definition/definition.ts";
import type { LookupDefinition } from "../../provider/definition/lookup.ts";
import { SourceProblem } from "./source-problem.ts";

/** A request that a class or a lookup may send. */
export interface Use {
  /** Its purpose, by its name among the endpoints: create, get, attach, … */
  readonly purpose: string;
  readonly endpoint: Endpoint;
}

/** Classes and lookups by name, with the requests each may send. */
export type Users = ReadonlyMap<string, readonly Use[]>;

/** Purposes in the order they are shown in; any other one comes before `update`. */
const before = ["create", "import", "list", "get"];
const after = ["update", "action", "unassign", "detach", "delete"];

/** `METHOD /prefix/path`. */
export function requestText({ method, prefix, path }: Endpoint): string {
  return `${method} ${prefix}${path}`;
}

/** The endpoints that the specification shows, by its section and their path. */
export function documentedEndpoints(): readonly Endpoint[] {
  const all = Object.values(endpoints).flatMap((kind) => Object.values<Endpoint>(kind));
  const place = ({ spec, path }: Endpoint) => `${spec} ${path}`;
  return all.sort((one, other) => (place(one) < place(other) ? -1 : 1));
}

/** The requests that a class may send, by the contract. */
export function classUses({ type, kind, createEndpoint }: UsedBy): readonly Use[] {
  const classes: Readonly<Record<string, ClassFacts>> = kinds[kind].classes;
  const { requests } = classes[type] ?? {};
  if (requests === undefined) {
    throw new SourceProblem(`${type} has no requests: add it to its kind in contract/kinds.`);
  }
  const { create, update, delete: remove, shared, besides } = requests;
  const listed = Object.keys(shared).length > 0 ? ["list"] : [];
  const names = new Set([...create, ...update, ...remove, ...besides, ...listed]);
  const uses = [...names].flatMap((name): readonly Use[] => {
    const endpoint = routeNamed(kind, name, defaultAssumptions);
    if (endpoint === undefined) return [];
    return [{ purpose: endpoint === createEndpoint ? "create" : name, endpoint }];
  });
  return uses.sort((left, right) => rank(left) - rank(right));
}

type UsedBy = Pick<Definition, "type" | "kind" | "createEndpoint">;

/** The requests that a lookup may send. */
export function lookupUses({ kind, verb, by = [] }: LookupDefinition): readonly Use[] {
  const purposes = new Set([verb, ...(by.length > 0 ? (["list"] as const) : [])]);
  return [...purposes].flatMap((purpose): readonly Use[] => {
    const endpoint = findRoute(kind, purpose, defaultAssumptions);
    return endpoint === undefined ? [] : [{ purpose, endpoint }];
  });
}

/** The documented endpoints that nothing uses, as texts. */
export function unusedEndpoints(
  users: Users,
  all: readonly Endpoint[] = documentedEndpoints(),
): readonly string[] {
  const used = new Set([...users.values()].flat().map(({ endpoint }) => requestText(endpoint)));
  return all.map(requestText).filter((request) => !used.has(request));
}

function rank({ purpose }: Use): number {
  if (before.includes(purpose)) return before.indexOf(purpose);
  return before.length + 1 + after.indexOf(purpose);
}
