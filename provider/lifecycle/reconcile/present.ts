import type { Endpoint } from "../../../contract/endpoints.ts";
import type { Definition } from "../../definition/definition.ts";
import type { Observed, Props } from "../../definition/session.ts";
import { HostingError } from "../../errors.ts";
import { lookAtWhole } from "../lookup/lookup.ts";
import type { Operation } from "../operation/operation.ts";
import { routeKey } from "../operation/routes.ts";
import { asInput, type Values } from "../state/compare.ts";
import { comparedWithState, shownIn } from "../state/drift.ts";
import { inputNames, isRecord, platformInputs, record } from "../state/state.ts";
import { type Known, observedIn, wantedOf } from "./ready.ts";

/**
 * The inputs of a request that replaces the whole object, besides those that it changes: the object is read
 * first, and an input that somebody has changed by hand keeps its present value.
 *
 * @throws HostingError where the platform does not show an input that it has shown before.
 */
export async function presentInputs(
  operation: Operation,
  known: Known,
  { route, changed }: { readonly route: Endpoint; readonly changed: readonly string[] },
): Promise<Props> {
  const { definition } = operation;
  const declared = platformInputs(definition, known.inputs);
  const found = await wholeObject(operation, known);
  const { echoes, shown } = shownIn(known.state);
  const rest = inputNames(definition).filter((name) => !changed.includes(name));
  const isMissed = (name: string) => echoes.includes(name) || name in shown;
  const missed = rest.filter((name) => found[name] === undefined && isMissed(name));
  if (missed.length > 0) throw notShown(operation, route, missed);
  const compared = comparedWithState(definition, { ...known.state, ...known.inputs }, found);
  const present = rest.map((name) => {
    const values = { found: found[name], declared: declared[name] };
    return [name, presentValue(definition, name, values, compared.get(name) === "drifted")];
  });
  return platformInputs(definition, Object.fromEntries(present));
}

async function wholeObject(operation: Operation, known: Known): Promise<Observed> {
  const result = await lookAtWhole(operation, wantedOf(operation, known));
  return result.outcome === "seen" ? observedIn(operation, result.observed) : {};
}

function presentValue(
  definition: Definition,
  name: string,
  { found, declared }: Values,
  isDrifted: boolean,
): unknown {
  // Some platforms show an empty list as null.
  if (found == null) return found === null && Array.isArray(declared) ? [] : declared;
  const isMap = isRecord(found) && isRecord(declared ?? {});
  // Keys of a free map are the platform's as well.
  if (isMap && definition.changes[name]?.fields === undefined)
    return { ...found, ...(isDrifted ? {} : record(declared)) };
  if (!isDrifted && declared !== undefined) return declared;
  return asInput(definition, name, { found, declared });
}

function notShown({ subject }: Operation, route: Endpoint, names: readonly string[]): HostingError {
  return new HostingError(
    "platform",
    `${subject} was not changed: ${routeKey(route)} replaces all of it, and the platform does not show its ${names.join(" and ")} now. Run \`pulumi refresh\`, which tells whether it is there, and then \`pulumi up\` again.`,
  );
}
