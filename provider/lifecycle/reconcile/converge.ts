import { toWire } from "../../../contract/naming.ts";
import type { Definition } from "../../definition/definition.ts";
import type { Observed } from "../../definition/session.ts";
import { HostingError } from "../../errors.ts";
import { isMissing } from "../operation/absence.ts";
import { type Operation, sessionOf } from "../operation/operation.ts";
import { ownId } from "../operation/routes.ts";
import { isAsSaid, isAsWanted } from "../state/answer.ts";
import { paramsFor } from "../state/ids.ts";
import { hidden, inputNames, platformInputs, strings } from "../state/state.ts";
import { type Known, observedIn, waitUntilReady } from "./observe.ts";
import { confirmRoute, noUpdateRoute } from "./update-route.ts";

/**
 * Waits until the object can be used, then applies the updatable inputs in which it still differs:
 * what a create cannot say, what an adopted object has otherwise, what an interrupted run left undone.
 */
export async function converge(operation: Operation, known: Known): Promise<Observed> {
  const observed = await waitUntilReady(operation, known);
  const expecting = differing(operation.definition, { ...known, observed });
  if (expecting.length === 0) return observed;
  const answered = await sendUpdate(operation, known, expecting);
  return waitUntilReady(operation, {
    ...known,
    observed: { ...observed, ...answered },
    expecting,
  });
}

/** Updatable inputs that the object is seen to have otherwise, where the answer's words are known to be ours. */
export function differing(
  definition: Definition,
  { inputs, observed, state }: Known,
): readonly string[] {
  const echoes = state[hidden.echoes];
  return inputNames(definition).filter((name) => {
    const change = definition.changes[name];
    if (change?.on !== "update" || observed[name] == null || inputs[name] === undefined)
      return false;
    // What was sent and came back otherwise is the platform's own way to say it.
    const mayDiffer = change.afterCreate === true || echoes === undefined;
    if (!mayDiffer && !strings(echoes).includes(name)) return false;
    return !isAsSaid(definition, name, { found: observed[name], said: inputs[name] });
  });
}

/**
 * Sends changed inputs and returns what is seen then. What an interrupted run has changed already may
 * be refused now (spec 8: a volume may only increase): the object itself says whether it is as wanted.
 */
export async function sendUpdate(
  operation: Operation,
  known: Known,
  changed: readonly string[],
): Promise<Observed> {
  try {
    return await send(operation, known, changed);
  } catch (error) {
    if (!HostingError.isInstance(error) || !openCodes.has(error.code)) throw error;
    const unseen = { ...known, observed: {} };
    // It may still be on its way to what it was sent before.
    const observed = await waitUntilReady(operation, unseen).catch((later) => {
      // It may be refused because the object is being deleted.
      if (HostingError.isInstance(later) && later.code === "notFound") throw later;
      return unseen.observed;
    });
    if (!isAsWanted(operation.definition, { ...known, observed }, changed)) throw error;
    return observed;
  }
}

const openCodes: ReadonlySet<string> = new Set(["refused", "unknownOutcome"]);

async function send(
  operation: Operation,
  known: Known,
  changed: readonly string[],
): Promise<Observed> {
  const { definition, requests, routes, subject } = operation;
  if (definition.update !== undefined) {
    return observedIn(operation, await definition.update(sessionOf(operation), known, changed));
  }
  const route = routes.route(definition.kind, "update");
  const optIn = changed.map((name) => definition.changes[name]?.unless).find(Boolean);
  if (route === undefined) throw noUpdateRoute(subject, optIn);
  const sent = platformInputs(definition, known.inputs);
  const body =
    definition.patch?.(sent, sessionOf(operation), changed) ??
    toWire(Object.fromEntries(changed.map((name) => [name, sent[name]])));
  const request = { params: paramsFor(route, await ownId(operation, known)), body };
  const patch = async () => observedIn(operation, await requests.call(route, request));
  try {
    return await patch();
  } catch (error) {
    if (!isMissing(error) || routes.isTrusted(definition.kind, "update")) throw error;
    return confirmRoute(operation, { route, known, changed, error, optIn, body, patch });
  }
}
