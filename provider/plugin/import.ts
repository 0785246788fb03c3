import { isOnPlatform } from "../../contract/endpoints.ts";
import type { Definition } from "../definition/definition.ts";
import type { Props } from "../definition/session.ts";
import { HostingError } from "../errors.ts";
import { inputsInId } from "../inventory/found.ts";
import { inputsOf } from "../inventory/inputs.ts";
import type { Context } from "../lifecycle/operation/context.ts";
import { type ReadResult, read } from "../lifecycle/read.ts";
import { hidden, pickHidden, pickOutputs } from "../lifecycle/record/state.ts";

/**
 * An object that `pulumi import` names: its inputs are what a program has to say of it. It is looked up
 * first, and then read like one of the stack, so that the state knows how the platform shows it.
 *
 * @throws HostingError where it is not there, or where a program needs to say what nothing shows.
 */
export async function importObject(
  context: Context,
  definition: Definition,
  { id, props }: { id: string; props: Props },
): Promise<ReadResult> {
  if (!isOnPlatform(definition.kind)) throw notThere(definition);
  const lookup = { ...props, [hidden.lookup]: true };
  const { state: seen } = await read(context, definition, { id, props: lookup });
  const observed = { ...inputsInId(definition, id.split("/")), ...seen };
  const { inputs, missing, unsayable } = inputsOf(definition, observed);
  const lacking = [...missing, ...unsayable];
  if (lacking.length > 0) throw notSaid(definition, id, lacking);
  const state = {
    ...definition.defaults,
    ...inputs,
    ...pickOutputs(definition, seen),
    ...definition.derive?.(inputs),
    ...pickHidden(seen),
    ...props,
  };
  const result = await read(context, definition, { id, props: state });
  if (result.id !== "") return { ...result, inputs };
  throw new HostingError("notFound", `${definition.noun} ${id} was not imported: it is gone.`);
}

function notThere({ noun }: Definition): HostingError {
  return new HostingError(
    "input",
    `No ${noun} was imported: it is nothing on the platform. Declare it in the program, which makes it.`,
  );
}

function notSaid({ noun }: Definition, id: string, names: readonly string[]): HostingError {
  const list = new Intl.ListFormat("en-GB").format(names);
  return new HostingError(
    "gap",
    `${noun} ${id} was not imported: the platform does not show ${list}. Declare it in the program with ${list}, and with adopt set to ${id}.`,
  );
}
