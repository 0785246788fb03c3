import { type Context, processServices } from "../../provider/lifecycle/operation/context.ts";

/** The same world for another run: within one, nothing deletes what it has made itself. */
export function nextRun<C extends Context>(context: C): C {
  return { ...context, ...processServices(context.clock) };
}
