import { isOnPlatform } from "../../../contract/endpoints.ts";
import type { Definition } from "../../definition/definition.ts";
import type { Props } from "../../definition/session.ts";
import type { Context } from "../operation/context.ts";
import { declarationOf } from "../operation/intent.ts";
import { oncePerRun } from "../operation/one-object.ts";
import { Operation } from "../operation/operation.ts";
import type { Stored } from "../operation/stored-state.ts";
import { finish } from "../reconcile/finish.ts";
import { observedIn } from "../reconcile/ready.ts";
import { withoutSecrets } from "../record/secrets.ts";
import { hidden } from "../record/state.ts";
import { adopt, takeOver } from "./adopt.ts";
import { createOnce } from "./create-once.ts";
import { sendCreate } from "./send-create.ts";

/**
 * Creates the object, or takes over the one that `adopt` names, and waits until it can be used.
 *
 * @throws PartialFailure once the object exists and anything later fails: its id is never lost.
 */
export function create(context: Context, definition: Definition, inputs: Props): Promise<Stored> {
  return withoutSecrets(definition, [inputs], (own) => createDeclared(context, own, inputs));
}

async function createDeclared(
  context: Context,
  definition: Definition,
  inputs: Props,
): Promise<Stored> {
  const operation = new Operation(context, definition, { name: "create", props: inputs });
  const { adopt: named } = inputs;
  if (typeof named === "string") return adopt(operation, inputs, named);
  return oncePerRun(operation, inputs, () => make(operation, inputs));
}

async function make(operation: Operation, inputs: Props): Promise<Stored> {
  const { context, definition } = operation;
  const replaced = context.memory.replacements.of(declarationOf(context, definition, inputs));
  // The placeholder that it replaces stands for an object that was found since.
  if (replaced?.found !== undefined) return takeOver(operation, inputs, replaced.found);
  // A gate makes nothing, so it can be made again.
  const { id, answer } = isOnPlatform(definition.kind)
    ? await createOnce(operation, inputs)
    : await sendCreate(operation, inputs);
  // An earlier run made it, or its answer was lost.
  if (answer === undefined) return takeOver(operation, inputs, id);
  const state = { ...operation.shownOnce, [hidden.echoes]: [] };
  return finish(operation, { id, inputs, state, observed: observedIn(operation, answer) });
}
