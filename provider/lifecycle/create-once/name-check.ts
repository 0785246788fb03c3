import { namedKinds } from "../../../contract/ids.ts";
import type { Definition } from "../../definition/definition.ts";
import type { Props } from "../../definition/session.ts";
import { HostingError } from "../../errors.ts";
import type { Operation } from "../operation/operation.ts";
import { newId } from "../state/ids.ts";
import { hidden } from "../state/state.ts";

/**
 * A name of the user's own may be taken, and whether the platform would refuse it is not shown: then
 * nothing is sent, so that whoever has the name after a lost answer is known to be ours. A program that
 * goes back to what it said before makes the same name again, which an object still to be deleted may
 * have: where two may have one name, that object is not what a lost answer would be about.
 *
 * Resolves with the ids of those that have the name.
 *
 * @throws HostingError when the name is taken and must not be.
 */
export async function checkNameIsFree(
  { context: { memory }, definition, requests, routes, subject }: Operation,
  inputs: Props,
  isReplacing: boolean,
): Promise<readonly string[]> {
  const { name } = inputs;
  const { kind } = definition;
  const isGenerated = inputs[hidden.generatedName] === true;
  const route = routes.route(kind, "list");
  if (name === undefined || route?.standing !== "documented") return [];
  if (isGenerated && !isReplacing) return [];
  // What is still to be deleted was there before this run: any list of the run shows it.
  const { items } = await requests.list(route, {}, isGenerated ? 0 : undefined);
  const ids = items
    .filter((item) => item["name"] === name)
    .map((answer) => newId(definition, route, { answer, inputs }));
  const known = ids.filter((id) => id !== undefined);
  if (isGenerated && !namedKinds.has(kind)) return known;
  // What this run deleted to make room may still be listed.
  if (known.length === ids.length && known.every((id) => memory.isDeleted(kind, id))) return [];
  throw new HostingError(
    "input",
    `${subject} was not created: ${nameTaken(definition, inputs, ids[0])}`,
  );
}

/**
 * Says that a name is taken, and what to do. The engine's `--replace` repeats the name, and nothing
 * tells the provider that a create is one (docs/decisions/0023-who-has-an-object.md).
 */
export function nameTaken(definition: Definition, { name }: Props, id = "another one"): string {
  return `${id} has the name ${JSON.stringify(name)} (\`--replace\` and earlier inputs repeat a name). To replace it, ${deletingFirst(definition)}, or change an input; to manage it here, set adopt to its id.`;
}

/** How the old one goes first, and what that costs where it holds data. */
export function deletingFirst({ changes }: Definition): string {
  const loses = "allowDataLoss" in changes ? " (which deletes its data)" : "";
  return `set deleteBeforeReplace: true for this run${loses}`;
}
