import { type Assumptions, resolveAssumptions } from "../../contract/assumptions.ts";
import { parseRoute } from "../../contract/routes.ts";

/** Statuses that tell of a refusal (RFC 9110 15.5, 15.6). */
const refusalStatus = { from: 400, until: 599 };

/** By these answers name what they are about (spec 2): another field in their place would hide them. */
const namingFields: readonly string[] = ["id", "name"];

/**
 * All assumptions, with these over the usual ones.
 *
 * @throws Error naming the assumption that is unknown, has another type or is nothing an answer can have.
 */
export function checkedAssumptions(given: object): Assumptions {
  const resolved = resolveAssumptions({ ...given });
  for (const [name, value] of Object.entries(resolved)) {
    if (name.startsWith("routes.")) parseRoute(name, String(value));
    if (name.startsWith("refusals.")) refuseStatus(name, Number(value));
    if (name.startsWith("fields.")) refuseField(name, String(value));
  }
  return resolved;
}

function refuseStatus(name: string, status: number): void {
  const { from, until } = refusalStatus;
  if (Number.isInteger(status) && status >= from && status <= until) return;
  throw new Error(`assumption "${name}" must be a status from ${from} to ${until}, not ${status}`);
}

function refuseField(name: string, field: string): void {
  if (field !== "" && !namingFields.includes(field)) return;
  const why = field === "" ? "an empty one" : `"${field}", by which answers name objects`;
  throw new Error(`assumption "${name}" must be the name of a field, not ${why}`);
}
