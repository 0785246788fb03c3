import { type Answer, ok, Refusal, removed } from "../http/answer.ts";
import type { Call } from "../http/route.ts";
import { defineRoutes, type ShownKind } from "../kind.ts";

/** API keys (spec 2.11); the spec shows no call that makes one. */
export const apiKeys: ShownKind = {
  ...defineRoutes("apiKey", () => ({
    delete: revokeKey,
    list: ({ world }) => ok(world.keys.list()),
  })),
  all: (world) => world.keys.list(),
};

function revokeKey({ world, target }: Call): Answer {
  if (world.keys.revoke(target)) return removed;
  throw Refusal.json(404, `API key "${target}" not found`);
}
