import { type Assumptions, resolveAssumptions } from "../../../contract/assumptions.ts";
import { parseRoute } from "../../../contract/routes.ts";

/**
 * All assumptions, with these over the usual ones.
 *
 * @throws Error naming the assumption that is unknown, has another type or is no route.
 */
export function checkedAssumptions(given: object): Assumptions {
  const resolved = resolveAssumptions({ ...given });
  for (const [name, value] of Object.entries(resolved)) {
    if (name.startsWith("routes.")) parseRoute(name, String(value));
  }
  return resolved;
}
