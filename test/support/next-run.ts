import { type Context, processServices } from "../../provider/lifecycle/operation/context.ts";

/** The same context for another run: within one, nothing deletes its own objects. */
export function nextRun<C extends Context>(context: C): C {
  return { ...context, ...processServices(context.clock) };
}
