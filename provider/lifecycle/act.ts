import type { Action, Definition } from "../definition/definition.ts";
import type { Observed } from "../definition/session.ts";
import { sessionOf } from "./hooks/session.ts";
import type { Context } from "./operation/context.ts";
import { Operation } from "./operation/operation.ts";
import { observedIn, waitUntilReady } from "./reconcile/ready.ts";

/**
 * Does to an object what a person asks for by hand, with the requests, locks, limit and waits of an update.
 * No state is known of it, and none is kept.
 */
export async function act(
  context: Context,
  definition: Definition,
  { id, name, action }: { id: string; name: string; action: Action },
): Promise<Observed> {
  const operation = new Operation(context, definition, { name: "update", id, props: { name } });
  const seen = await definition.actions?.[action](sessionOf(operation), { id });
  const observed = observedIn(operation, seen ?? {});
  return waitUntilReady(operation, { id, inputs: {}, state: {}, observed });
}
