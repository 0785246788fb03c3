import { type Answer, ok } from "./answer.ts";
import { containers } from "./container.ts";
import { type Call, defineRoutes } from "./kind.ts";
import { usageOf } from "./usage.ts";

/** What containers use (spec 2.10). */
export const metrics = defineRoutes("metrics", () => ({ get: getMetrics }));

function getMetrics({ context, target }: Call): Answer {
  const container = context.shown(containers, target);
  const time = new Date(context.now).toISOString();
  return ok({ name: container.name, time, ...usageOf(container, context) });
}
