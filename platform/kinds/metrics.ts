import { type Answer, type JsonObject, ok } from "../http/answer.ts";
import type { Call } from "../http/route.ts";
import { defineRoutes } from "../kind.ts";
import { containers } from "./container.ts";
import { type Usage, usageOf } from "./usage.ts";

/** What containers use (spec 2.10). */
export const metrics = defineRoutes("metrics", () => ({ get: getMetrics }));

function getMetrics({ world, target }: Call): Answer {
  const container = world.require(containers, target);
  const time = new Date(world.now).toISOString();
  const usage = usageOf(container, world.around(containers, container));
  const shown = world.choice("metrics.shape") === "percent" ? usage : nested(usage);
  return ok({ name: container.name, time, ...shown });
}

/** Bytes of a machine with as much memory and disk as a small one has. */
function nested({ cpu_percent, memory_percent, disk_percent }: Usage): JsonObject {
  const part = (percent: number, total: number) => ({
    used: Math.round((total * percent) / 100),
    total,
  });
  return {
    cpu: { usage: cpu_percent, cores: 1 },
    memory: part(memory_percent, 2 ** 30),
    disk: part(disk_percent, 10 * 2 ** 30),
  };
}
