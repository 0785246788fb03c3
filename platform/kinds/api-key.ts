import { type Answer, ok, removed } from "./common/answer.ts";
import { notFound } from "./common/context.ts";
import { type Call, type ShownKind, serveRoutes } from "./common/kind.ts";

/** API keys (spec 2.11); the spec shows no call that makes one. */
export const apiKeys: ShownKind = {
  ...serveRoutes("apiKey", () => ({
    delete: revokeKey,
    list: ({ context }) => ok(context.keys.list(context.objects.reach.project)),
  })),
  kind: "apiKey",
  noun: "API key",
  links: [],
  // The first key is there from the start, like the project and the pool named default.
  all: ({ keys, firstKeyId }) => keys.list(null).filter(({ id }) => id !== firstKeyId),
  one: ({ keys }, wanted) => keys.list(null).find(({ id }) => id === wanted),
};

/** A key reaches the keys of its project; an account-wide one, all of them (spec 5). */
function revokeKey({ context, target }: Call): Answer {
  const project = context.keys.projectOf(target);
  if (project === undefined || !context.reaches(project)) throw notFound(`API key "${target}"`);
  context.keys.revoke(target);
  return removed;
}
