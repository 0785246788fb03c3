import type { Endpoint, Kind } from "../../contract/endpoints.ts";
import type { Area } from "../../contract/kind.ts";
import { kinds } from "../../contract/kinds/_all.ts";
import { type Caller, type Denial, levels } from "./keys.ts";
import type { Role } from "./members.ts";

/** The rights that a route needs. */
export interface Asked {
  readonly endpoint: Endpoint;
  readonly kind: Kind;
  /** Its purpose, as the contract names it, e.g. `create`. */
  readonly purpose: string;
}

/** Why the key's scopes, level or role do not allow the route (spec 5); undefined where they do. */
export function denialOf(caller: Caller, asked: Asked): Denial | undefined {
  const needed = neededFor(asked);
  if (!holds(caller, needed)) {
    return { why: `it lacks ${needed}`, rule: `5: the route needs ${needed}` };
  }
  if (asked.endpoint.method === "GET" || maySend[caller.role](asked)) return undefined;
  return { why: `it acts as ${caller.role}`, rule: `5: a role of ${caller.role} may not do this` };
}

/** Scopes rule `/api/v1`, levels `/v1` (spec 5). The spec says nothing of `/api/v2`, which has instances: scopes as well. */
function neededFor({ endpoint, kind, purpose }: Asked): string {
  if (endpoint.scope !== "not shown") return endpoint.scope;
  const access = endpoint.method === "GET" ? "read" : "write";
  if (endpoint.prefix === "/v1") return access === "read" ? "Read" : "Write";
  const { area } = kinds[kind];
  // No scope of spec 5 allows to write anything of monitoring.
  const isUnknown =
    area === null || (area === "monitoring" && purpose !== "list" && purpose !== "get");
  return isUnknown ? "*" : `${area}:${access}`;
}

const ranks: readonly string[] = levels;

function holds(caller: Caller, needed: string): boolean {
  const level = ranks.indexOf(needed);
  if (level >= 0) return ranks.indexOf(caller.level) >= level;
  return caller.scopes.includes("*") || caller.scopes.includes(needed);
}

/** All roles may read; this is about the rest. */
const maySend: Readonly<Record<Role, (asked: Asked) => boolean>> = {
  owner: () => true,
  // "full resource access in a project"; only an owner makes, changes or removes owners: `kinds/project-member.ts`.
  admin: () => true,
  // "cannot delete resources or manage members"; a port forward is a resource, and an action that
  // is not named is not allowed.
  developer: ({ kind, purpose }) => purpose !== "delete" && forDevelopers.has(kinds[kind].area),
  viewer: () => false,
};

/** "create/start/stop instances, manage networking" (spec 5). */
const forDevelopers: ReadonlySet<Area | null> = new Set(["instances", "networks"] as const);
