import { type Answer, ok } from "./common/answer.ts";
import { type Call, serveRoutes } from "./common/kind.ts";
import { usageOf } from "./common/usage.ts";
import { containers } from "./container.ts";

/** The usage of containers (spec 2.10). */
export const metrics = serveRoutes("metrics", () => ({ get: getMetrics }));

function getMetrics({ context, target }: Call): Answer {
  const container = context.shown(containers, target);
  const time = new Date(context.now).toISOString();
  return ok({ name: container.name, time, ...usageOf(container, context) });
}
