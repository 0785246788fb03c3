import type { Endpoint } from "../../contract/endpoints.ts";
import { accessChoices } from "../choices/access.ts";
import { Refusal } from "../http/answer.ts";
import type { Route } from "../http/route.ts";
import type { World } from "../world.ts";
import { type Caller, levels } from "./keys.ts";
import { mayUse } from "./roles.ts";

/** @throws Refusal 403 when the key's scopes, level or role do not allow the route (spec 5). */
export function authorize(caller: Caller, route: Route, world: World): void {
  const lacking = neededFor(route, world).find((need) => !holds(caller, need));
  if (lacking !== undefined) throw refusal(caller, route.endpoint, `it lacks ${lacking}`);
  if (mayUse(caller.role, route, world)) return;
  throw refusal(caller, route.endpoint, `it acts as ${caller.role}`);
}

function refusal({ keyId }: Caller, { method, prefix, path }: Endpoint, why: string): Refusal {
  return Refusal.json(403, `API key "${keyId}" may not ${method} ${prefix}${path}: ${why}`);
}

/** What a key must hold to use the route: scopes rule /api/v1, levels /v1 (spec 5). */
function neededFor(route: Route, world: World): readonly string[] {
  switch (route.endpoint.prefix) {
    case "/api/v1":
      return [scopeOf(route, world)];
    case "/v1":
      return [levelOf(route, world)];
    case "/api/v2": {
      const rule = world.choice("access.apiV2");
      const scopes = rule === "levels" ? [] : [scopeOf(route, world)];
      return rule === "scopes" ? scopes : [...scopes, levelOf(route, world)];
    }
  }
}

/** Routes that are not shown, but do what the scopes of spec 5 name: "list volumes", "modify storage resources", "modify network resources". */
export const scopesByDeed: ReadonlyMap<string, string> = new Map([
  ["poolVolume.list", "storage:read"],
  ["poolVolume.update", "storage:write"],
  ["firewall.update", "networks:write"],
]);

function scopeOf({ kind, purpose, endpoint }: Route, world: World): string {
  if (endpoint.scope !== "not shown") return endpoint.scope;
  const named = scopesByDeed.get(`${kind}.${purpose}`);
  if (named !== undefined) return named;
  const name = `scopes.${kind}.${purpose}`;
  // What nobody thought of is open to full access alone.
  return isChosen(name) ? String(world.choice(name)) : "*";
}

function isChosen(name: string): name is keyof typeof accessChoices {
  return name in accessChoices;
}

function levelOf({ kind, purpose, endpoint }: Route, world: World): string {
  if (endpoint.scope !== "not shown") return endpoint.scope;
  if (kind === "apiKey" && purpose === "list") return world.choice("levels.apiKey.list");
  // spec 5: "Read: GET requests only"
  return endpoint.method === "GET" ? "Read" : "Write";
}

const ranks: readonly string[] = levels;

function holds(caller: Caller, needed: string): boolean {
  const level = ranks.indexOf(needed);
  if (level >= 0) return ranks.indexOf(caller.level) >= level;
  return caller.scopes.includes("*") || caller.scopes.includes(needed);
}
