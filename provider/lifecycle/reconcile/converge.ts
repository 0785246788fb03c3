import type { Endpoint } from "../../../contract/endpoints.ts";
import { type Json, toWire } from "../../../contract/naming.ts";
import type { Definition, OptIn } from "../../definition/definition.ts";
import type { Observed } from "../../definition/session.ts";
import { HostingError } from "../../errors.ts";
import { sessionOf } from "../hooks/session.ts";
import { paramsFor } from "../identity/ids.ts";
import { isNotFound, isRuledOut } from "../lookup/lookup.ts";
import type { Operation } from "../operation/operation.ts";
import { routeKey } from "../operation/routes.ts";
import { Input } from "../record/input.ts";
import { hidden, inputNames, platformInputs } from "../record/state.ts";
import { presentInputs } from "./present.ts";
import { type Known, observedIn, waitUntilReady } from "./ready.ts";

/**
 * Waits until the object can be used, then sends the updatable inputs in which it still differs:
 * what a create cannot say, what an adopted object has otherwise, what an interrupted run left undone.
 */
export async function converge(operation: Operation, known: Known): Promise<Observed> {
  const observed = await waitUntilReady(operation, known);
  const expecting = differing(operation.definition, { ...known, observed });
  if (expecting.length === 0) return observed;
  const answered = await sendUpdate(operation, { ...known, observed }, expecting);
  return waitUntilReady(operation, {
    ...known,
    observed: { ...observed, ...answered },
    expecting,
  });
}

/** Updatable inputs that the object is seen to have otherwise. */
export function differing(
  definition: Definition,
  { inputs, observed, state }: Known,
): readonly string[] {
  // Of an object of ours, a value that was sent and came back otherwise is the platform's own spelling of it,
  // and one that somebody has changed since is drift.
  const isOurs = state[hidden.echoes] !== undefined;
  return inputNames(definition).filter((name) => {
    const change = definition.changes[name];
    if (change?.on !== "update" || observed[name] == null || inputs[name] === undefined)
      return false;
    if (isOurs && change.afterCreate !== true) return false;
    return !isMet(definition, { inputs, observed }, name);
  });
}

/** True where an answer shows an input as it is declared. */
function isMet(
  definition: Definition,
  { inputs, observed }: Pick<Known, "inputs" | "observed">,
  name: string,
): boolean {
  const values = { found: observed[name], declared: inputs[name] };
  return observed[name] != null && new Input(definition, name).meetsDeclared(values);
}

/** Inputs that the object is seen to have otherwise: the next comparison has to find them. */
export function asSeen({ definition }: Operation, known: Known): Observed {
  return Object.fromEntries(
    differing(definition, known).map((name) => [name, known.observed[name]]),
  );
}

/**
 * Sends changed inputs and returns what is seen then. A change that an interrupted run has made already
 * may be refused now (spec 8: a volume may only increase): the object itself shows whether it is made.
 */
export async function sendUpdate(
  operation: Operation,
  known: Known,
  changed: readonly string[],
): Promise<Observed> {
  // A look from before the change says nothing about it.
  operation.looked = without(operation.looked, changed);
  try {
    return await send(operation, known, changed);
  } catch (error) {
    if (!HostingError.isInstance(error) || !openCodes.has(error.code)) throw error;
    const unseen = { ...known, observed: {} };
    // It may still be on its way to the values that were sent before.
    const observed = await waitUntilReady(operation, unseen).catch(() => unseen.observed);
    const seen = { ...known, observed };
    if (!changed.every((name) => isMet(operation.definition, seen, name))) throw error;
    return observed;
  }
}

function without(observed: Observed, names: readonly string[]): Observed {
  return Object.fromEntries(Object.entries(observed).filter(([name]) => !names.includes(name)));
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
  const { kind } = definition;
  const route = routes.route(kind, "update");
  const optIn = changed.map((name) => definition.changes[name]?.unless).find(Boolean);
  if (route === undefined) throw noUpdateRoute(subject, optIn);
  const body = await bodyOf(operation, known, { route, changed });
  try {
    const answer = await requests.call(route, { params: paramsFor(route, known.id), body });
    return observedIn(operation, answer);
  } catch (error) {
    if (!isNotFound(error) || routes.works(route)) throw error;
    // One 404 may be about the object, or a proxy's answer.
    if (!isRuledOut(route, error))
      throw unclearRoute(operation, error, {
        assumption: `routes.${kind}.update`,
        route: routeKey(route),
        optIn,
      });
    routes.ruleOut(route);
    throw noUpdateRoute(subject, optIn);
  }
}

/** The inputs that change and no others, or all of them where the route replaces the object. */
async function bodyOf(
  operation: Operation,
  known: Known,
  { route, changed }: { readonly route: Endpoint; readonly changed: readonly string[] },
): Promise<Json> {
  const { definition } = operation;
  const session = sessionOf(operation);
  const all = platformInputs(definition, known.inputs);
  const part = Object.fromEntries(changed.map((name) => [name, all[name]]));
  if (route.method !== "PUT") return definition.patch?.(part, session, all) ?? toWire(part);
  const whole = { ...(await presentInputs(operation, known, { route, changed })), ...part };
  return definition.body?.(whole, session) ?? toWire(whole);
}

/** Nothing updates it, and its class says what that means. */
function noUpdateRoute(subject: string, optIn: OptIn | undefined): HostingError {
  const advice =
    optIn === undefined
      ? "Run `pulumi up` again: it will be replaced."
      : `Undo the change, or set ${optIn}: true and run \`pulumi up\` again to replace it.`;
  return new HostingError(
    "noRoute",
    `${subject} was not changed: the platform offers no way to update it. ${advice}`,
  );
}

function unclearRoute(
  { subject }: Operation,
  error: HostingError,
  { assumption, route, optIn }: { assumption: string; route: string; optIn: OptIn | undefined },
): HostingError {
  const besides = optIn === undefined ? "" : ` and ${optIn}: true`;
  const said = error.reason === undefined ? "" : `: ${error.reason}`;
  return error.reworded(
    `${subject} was not changed: ${route} was answered with 404${said}. If it is gone, run \`pulumi refresh\`; if the platform has no such route, set "${assumption}": "none" in hosting:assumptions${besides}, and the next \`pulumi up\` replaces it.`,
  );
}
