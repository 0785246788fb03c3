import { type Answer, ok, removed } from "../http/answer.ts";
import type { Call } from "../http/route.ts";
import { defineRoutes, type ShownKind } from "../kind.ts";

/** API keys (spec 2.11); the spec shows no call that makes one. */
export const apiKeys: ShownKind = {
  ...defineRoutes("apiKey", () => ({
    delete: revokeKey,
    list: ({ world }) => ok(world.keys.list(world.objects.reach.project)),
  })),
  // The first key is there from the start, like the project and the pool named default.
  all: ({ keys, firstKeyId }) => keys.list(null).filter(({ id }) => id !== firstKeyId),
  one: ({ keys }, wanted) => keys.list(null).find(({ id }) => id === wanted),
};

/** A key reaches the keys of its project; an account-wide one, all of them (spec 5). */
function revokeKey({ world, target }: Call): Answer {
  const project = world.keys.projectOf(target);
  if (project === undefined || !world.reaches(project)) {
    throw world.missing(`API key "${target}"`, { elsewhere: project !== undefined });
  }
  world.keys.revoke(target);
  return removed;
}
