import type { Context } from "../../provider/lifecycle/operation/context.ts";
import { newShared } from "../../provider/lifecycle/operation/shared.ts";

/** The same world for another run: within one, nothing deletes what it has made itself. */
export function nextRun<C extends Context>(context: C): C {
  return { ...context, ...newShared(context.clock, () => 0.5) };
}
