import { type Answer, ok } from "../http/answer.ts";
import type { Call } from "../http/route.ts";
import { defineRoutes } from "../kind.ts";
import { containers } from "./container.ts";
import { usageOf } from "./usage.ts";

/** What containers use (spec 2.10). */
export const metrics = defineRoutes("metrics", () => ({ get: getMetrics }));

function getMetrics({ world, target }: Call): Answer {
  const container = world.require(containers, target);
  const time = new Date(world.now).toISOString();
  return ok({ name: container.name, time, ...usageOf(container, world) });
}
