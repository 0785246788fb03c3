import type { Endpoint } from "../../../contract/endpoints.ts";
import type { Observed, Props } from "../../definition/session.ts";
import { HostingError } from "../../errors.ts";
import { lookAtWhole } from "../lookup/lookup.ts";
import type { Operation } from "../operation/operation.ts";
import { routeKey } from "../operation/routes.ts";
import { Input, type Values } from "../record/input.ts";
import { InputRecords } from "../record/input-records.ts";
import { inputNames, isRecord, platformInputs, record } from "../record/state.ts";
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
  const found = await wholeObject(operation, known);
  const { records } = InputRecords.in(definition, known.state).afterDeclaration(known.inputs);
  const rest = inputNames(definition).filter((name) => !changed.includes(name));
  const isMissed = (name: string) => records.get(name)?.shown !== undefined;
  const missed = rest.filter((name) => found[name] === undefined && isMissed(name));
  if (missed.length > 0) throw notShown(operation, route, missed);
  const drifted = records.afterLook(found, () => false).named("drifted");
  const present = rest.map((name) => {
    const values = { found: found[name], declared: known.inputs[name] };
    return [name, presentValue(new Input(definition, name), values, drifted.includes(name))];
  });
  return platformInputs(definition, Object.fromEntries(present));
}

async function wholeObject(operation: Operation, known: Known): Promise<Observed> {
  const result = await lookAtWhole(operation, wantedOf(operation, known));
  return result.outcome === "seen" ? observedIn(operation, result.observed) : {};
}

function presentValue(input: Input, { found, declared }: Values, isDrifted: boolean): unknown {
  // Some platforms show an empty list as null.
  if (found == null) return found === null && Array.isArray(declared) ? [] : declared;
  const isMap = isRecord(found) && isRecord(declared ?? {});
  // Keys of a free map are the platform's as well.
  if (isMap && input.change?.fields === undefined)
    return { ...found, ...(isDrifted ? {} : record(declared)) };
  if (!isDrifted && declared !== undefined) return declared;
  return input.asInput({ found, declared });
}

function notShown({ subject }: Operation, route: Endpoint, names: readonly string[]): HostingError {
  return new HostingError(
    "platform",
    `${subject} was not changed: ${routeKey(route)} replaces all of it, and the platform does not show its ${names.join(" and ")} now. Run \`pulumi refresh\`, which tells whether it is there, and then \`pulumi up\` again.`,
  );
}
