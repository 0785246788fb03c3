import type { Definition } from "../../definition/definition.ts";
import type { Observed } from "../../definition/session.ts";
import type { Context } from "../operation/context.ts";
import { type Operation, sessionOf } from "../operation/operation.ts";
import { type Known, observedIn } from "../reconcile/observe.ts";
import { heldAs } from "../state/ids.ts";

/** True for an object whose deletion began and failed, so that it is as `prepareDelete` left it. */
export function isLeftStopped(
  { journal }: Pick<Context, "journal">,
  definition: Definition,
  id: string,
): boolean {
  const deletion = journal.deletionOf({ type: heldAs(definition), id });
  return definition.keep !== undefined && deletion?.isDone === false;
}

/** Undoes what a deletion that failed has done to an object that the program keeps. */
export async function keepAfterAll(
  operation: Operation,
  known: Known,
): Promise<Observed | undefined> {
  const { context, definition } = operation;
  const { id } = known;
  if (!isLeftStopped(context, definition, id)) return undefined;
  const seen = await definition.keep?.(sessionOf(operation), known);
  context.journal.dropDeletion({ type: heldAs(definition), id });
  return observedIn(operation, seen ?? {});
}
