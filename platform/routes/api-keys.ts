import type { Assumptions } from "../../contract/assumptions.ts";
import { endpoints } from "../../contract/endpoints.ts";
import { findRoute } from "../../contract/routes.ts";
import { type Answer, ok, Refusal, removed } from "../answer.ts";
import { type Call, type Route, route } from "../route.ts";

/** API keys (spec 2.11); the spec shows no call that makes one. */
export function apiKeyRoutes(assumptions: Assumptions): readonly Route[] {
  const { apiKey } = endpoints;
  return [
    ...route(apiKey.delete, revokeKey),
    ...route(findRoute("apiKey", "list", assumptions), ({ world }) => ok(world.keys.list())),
  ];
}

function revokeKey({ world, target }: Call): Answer {
  if (world.keys.revoke(target)) return removed;
  throw Refusal.json(404, `API key "${target}" not found`);
}
