import type { Definition } from "../../definition/definition.ts";
import type { Context } from "./context.ts";

/** True for an object that HOSTING_DELETED_BY_HAND names, by its id alone or with its class. */
export function isSaidToBeGone(
  { deletedByHand }: Pick<Context, "deletedByHand">,
  definition: Definition,
  id: string,
): boolean {
  return deletedByHand.includes(id) || deletedByHand.includes(wordFor(definition, id));
}

/** How the user names an object that was deleted: what has its id in another class is not meant. */
export function wordFor({ type }: { readonly type: string }, id: string): string {
  return `${type.slice(type.indexOf(":") + 1)}:${id}`;
}
