import { isOnPlatform } from "../../../contract/endpoints.ts";
import type { Definition } from "../../definition/definition.ts";
import type { Props } from "../../definition/session.ts";
import { createOnce } from "../create-once/create-once.ts";
import { sendCreate } from "../create-once/send-create.ts";
import type { Context } from "../operation/context.ts";
import { Operation } from "../operation/operation.ts";
import { formerTo, observedIn } from "../reconcile/observe.ts";
import { finish, justSent, type Stored } from "../reconcile/stored-state.ts";
import { adopt } from "./adopt.ts";

/**
 * Creates the object, or takes over the one that `adopt` names, and waits until it can be used.
 *
 * @throws PartialFailure once the object exists and anything later fails: its id is never lost.
 */
export async function create(
  context: Context,
  definition: Definition,
  inputs: Props,
): Promise<Stored> {
  const operation = new Operation(context, definition, { name: "create", props: inputs });
  const adopted = inputs["adopt"];
  if (typeof adopted === "string") return adopt(operation, inputs, adopted);
  // What makes nothing can be made again, and a gate that is closed must not be found open.
  const { id, answer } = isOnPlatform(definition.kind)
    ? await createOnce(operation, inputs)
    : await sendCreate(operation, inputs);
  // One that an earlier run made, or whose answer was lost.
  if (answer === undefined) return adopt(operation, inputs, id);
  const observed = observedIn(operation, answer);
  operation.isFormer = formerTo(operation, { id, observed });
  const state = { ...justSent(operation, inputs), ...operation.shownOnce };
  return finish(operation, { id, inputs, state, observed });
}
