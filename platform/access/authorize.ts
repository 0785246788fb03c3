import { accessChoices } from "../choices/access.ts";
import { Refusal } from "../http/answer.ts";
import type { Route } from "../http/route.ts";
import type { Rule } from "../rules/rule.ts";
import type { World } from "../world.ts";
import { type Caller, type KeyScope, levels } from "./keys.ts";
import { ruleAgainst } from "./roles.ts";

/** @throws Refusal 403 when the key's scopes, level or role do not allow the route (spec 5). */
export function authorize(caller: Caller, route: Route, world: World): void {
  const lacking = neededFor(route, world).find(({ what }) => !holds(caller, what));
  if (lacking !== undefined)
    throw refusal(caller, route, { ...lacking, why: `it lacks ${lacking.what}` });
  const by = ruleAgainst(caller.role, route, world);
  if (by !== undefined) throw refusal(caller, route, { by, why: `it acts as ${caller.role}` });
}

function refusal(
  { keyId }: Caller,
  { endpoint: { method, prefix, path } }: Route,
  { by, why }: { readonly by: Rule; readonly why: string },
): Refusal {
  return Refusal.json(403, `API key "${keyId}" may not ${method} ${prefix}${path}: ${why}`, { by });
}

/** A scope or level, and what says that it is needed. */
interface Need {
  readonly what: string;
  readonly by: Rule;
}

/** What a key must hold to use the route: scopes rule /api/v1, levels /v1 (spec 5). */
function neededFor(route: Route, world: World): readonly Need[] {
  switch (route.endpoint.prefix) {
    case "/api/v1":
      return [scopeOf(route, world)];
    case "/v1":
      return [levelOf(route, world)];
    case "/api/v2": {
      const by = "access.apiV2";
      const rule = world.choice(by);
      const scopes = rule === "levels" ? [] : [scopeOf(route, world)];
      return rule === "scopes" ? scopes : [...scopes, { ...levelOf(route, world), by }];
    }
  }
}

/** Routes that are not shown, but do what the scopes of spec 5 name. */
export const scopesByDeed: ReadonlyMap<string, Need> = new Map<string, Need>([
  ["poolVolume.list", { what: "storage:read", by: "5: storage:read … list volumes" }],
  [
    "poolVolume.update",
    { what: "storage:write", by: "5: storage:write … and modify storage resources" },
  ],
  [
    "firewall.update",
    { what: "networks:write", by: "5: networks:write … and modify network resources" },
  ],
]);

const scopeRules: Readonly<Record<Exclude<KeyScope, "*">, Rule>> = {
  "instances:read": "5: instances:read",
  "instances:write": "5: instances:write",
  "networks:read": "5: networks:read",
  "networks:write": "5: networks:write",
  "storage:read": "5: storage:read",
  "storage:write": "5: storage:write",
  "monitoring:read": "5: monitoring:read",
};

function scopeOf({ kind, purpose, endpoint }: Route, world: World): Need {
  const what = endpoint.scope;
  if (isKeyScope(what)) return { what, by: scopeRules[what] };
  const named = scopesByDeed.get(`${kind}.${purpose}`);
  if (named !== undefined) return named;
  const name = `scopes.${kind}.${purpose}`;
  // What nobody thought of is open to full access alone.
  return isChosen(name)
    ? { what: String(world.choice(name)), by: name }
    : { what: "*", by: "5: * full access" };
}

function isKeyScope(scope: string): scope is keyof typeof scopeRules {
  return Object.hasOwn(scopeRules, scope);
}

function isChosen(name: string): name is keyof typeof accessChoices {
  return Object.hasOwn(accessChoices, name);
}

function levelOf({ kind, purpose, endpoint }: Route, world: World): Need {
  if (endpoint.scope === "Admin") {
    const by = kind === "apiKey" ? "5: cannot manage API keys" : "5: team members";
    return { what: "Admin", by };
  }
  if (kind === "apiKey" && purpose === "list") {
    const by = "levels.apiKey.list";
    return { what: world.choice(by), by };
  }
  return {
    what: endpoint.method === "GET" ? "Read" : "Write",
    by: "5: Read GET requests only",
  };
}

const ranks: readonly string[] = levels;

function holds(caller: Caller, needed: string): boolean {
  const level = ranks.indexOf(needed);
  if (level >= 0) return ranks.indexOf(caller.level) >= level;
  return caller.scopes.includes("*") || caller.scopes.includes(needed);
}
