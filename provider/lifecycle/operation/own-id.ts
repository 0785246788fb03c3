import type { Props, Target } from "../../definition/session.ts";
import { HostingError } from "../../errors.ts";
import { hasNameAsId, isNameInPlaceOfId, shownId } from "../state/ids.ts";
import type { Operation } from "./operation.ts";

/**
 * The id by which the platform knows an object: the answer to its create may have brought none, so that
 * its name stands for it, while lists and paths have one (spec 4 note 1). The same as before where no
 * list tells it.
 */
export async function ownId(operation: Operation, target: Target<Props>): Promise<string> {
  const { definition, requests, routes } = operation;
  const { id } = target;
  const route = routes.route(definition.kind, "list");
  if (route === undefined || !isNameInPlaceOfId(definition.kind) || !hasNameAsId(target)) return id;
  try {
    const { items, complete } = await requests.list(route);
    const named = items.filter((item) => item["name"] === id);
    // Of two with one name nothing says which is meant.
    const only = complete && named.length === 1 ? named[0] : undefined;
    return (only && shownId(only)) ?? id;
  } catch (error) {
    if (!HostingError.isInstance(error)) throw error;
    return id;
  }
}
