import type { Endpoint } from "../../contract/endpoints.ts";
import { Refusal } from "../http/answer.ts";
import type { Caller } from "./keys.ts";

/** Each allows what the ones before it do. */
const levels: readonly string[] = ["Read", "Write", "Admin"];

/**
 * Areas of the scopes by the first segment of a path: spec 5 gives them for all resources of an
 * area, so they hold for the routes that it omits.
 */
const areas: Readonly<Record<string, string>> = {
  instances: "instances",
  networks: "networks",
  firewalls: "networks",
  storage: "storage",
};

/** @throws Refusal 403 when the key lacks the scope or level that the route needs (spec 5). */
export function authorize(caller: Caller, endpoint: Endpoint): void {
  const needed = neededFor(endpoint);
  if (needed !== undefined && !holds(caller, needed)) {
    throw Refusal.json(
      403,
      `API key "${caller.keyId}" may not ${endpoint.method} ${endpoint.prefix}${endpoint.path}: it lacks ${needed}`,
    );
  }
}

function neededFor(endpoint: Endpoint): string | undefined {
  const { scope, prefix, method, path, standing } = endpoint;
  if (scope !== "not shown") return scope;
  // spec 5: the levels hold for the whole /v1 prefix, so also for routes that the spec omits.
  if (prefix === "/v1") return method === "GET" ? "Read" : "Write";
  const area = areas[path.split("/")[1] ?? ""];
  if (prefix !== "/api/v1" || standing === "documented" || area === undefined) return undefined;
  return `${area}:${method === "GET" ? "read" : "write"}`;
}

function holds(caller: Caller, needed: string): boolean {
  const level = levels.indexOf(needed);
  if (level >= 0) return levels.indexOf(caller.level) >= level;
  return caller.scopes.includes("*") || caller.scopes.includes(needed);
}
