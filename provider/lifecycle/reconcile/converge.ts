import { toWire } from "../../../contract/naming.ts";
import type { Definition, Observed, OptIn } from "../../definition/definition.ts";
import { HostingError } from "../../errors.ts";
import type { OperationSession } from "../operation/session.ts";
import { paramsFor } from "../state/ids.ts";
import { inputNames, isSame, platformInputs } from "../state/state.ts";
import { settle } from "./ready.ts";
import type { Known } from "./stored-state.ts";
import { observedIn } from "./observe.ts";

/**
 * Waits until the object can be used, then applies the updatable inputs in which it still differs:
 * what a create cannot say, what an adopted object has otherwise, what an interrupted run left undone.
 */
export async function converge(
  session: OperationSession,
  definition: Definition,
  known: Known,
): Promise<Observed> {
  const observed = await settle(session, definition, known);
  const wanting = differing(definition, { ...known, observed });
  if (wanting.length === 0) return observed;
  const answered = await sendUpdate(session, definition, { known, changed: wanting });
  return settle(session, definition, {
    ...known,
    observed: { ...observed, ...answered },
    expecting: wanting,
  });
}

/** Updatable inputs that the object is seen to have otherwise. */
export function differing(definition: Definition, { inputs, observed }: Known): readonly string[] {
  return inputNames(definition).filter((name) => {
    const isUpdatable = definition.changes[name]?.on === "update";
    if (!isUpdatable || observed[name] == null || inputs[name] === undefined) return false;
    return !isSame(definition, name, [observed[name], inputs[name]]);
  });
}

/**
 * Sends changed inputs and returns what is seen then. What an interrupted run has changed already may
 * be refused now (spec 8: a volume may only increase): the object itself says whether it is as wanted.
 */
export async function sendUpdate(
  session: OperationSession,
  definition: Definition,
  work: { known: Known; changed: readonly string[] },
): Promise<Observed> {
  try {
    return await send(session, definition, work);
  } catch (error) {
    if (!HostingError.isInstance(error) || !openCodes.has(error.code)) throw error;
    const known = { ...work.known, observed: {} };
    // It may still be on its way to what it was sent before.
    const seen = await settle(session, definition, known).catch(() => known.observed);
    if (!isAsWanted(definition, { ...known, observed: seen }, work.changed)) throw error;
    return seen;
  }
}

function isAsWanted(
  definition: Definition,
  { observed, inputs }: Known,
  names: readonly string[],
): boolean {
  return names.every(
    (name) => observed[name] != null && isSame(definition, name, [observed[name], inputs[name]]),
  );
}

const openCodes: ReadonlySet<string> = new Set(["refused", "unknownOutcome"]);

/** Forgets an assumed route that is not there. */
async function send(
  session: OperationSession,
  definition: Definition,
  { known, changed }: { known: Known; changed: readonly string[] },
): Promise<Observed> {
  const { id, inputs } = known;
  if (definition.update !== undefined) {
    const answer = await definition.update(session, known, changed);
    return observedIn(definition, answer, session.assumptions);
  }
  const route = session.route(definition.kind, "update");
  const optIn = changed.map((name) => definition.changes[name]?.unless).find(Boolean);
  if (route === undefined) throw noUpdateRoute(session.subject, optIn);
  const sent = platformInputs(definition, inputs);
  const body =
    definition.patch?.(sent, session) ??
    toWire(Object.fromEntries(changed.map((name) => [name, sent[name]])));
  try {
    const answer = await session.call(route, { params: paramsFor(route, id), body });
    return observedIn(definition, answer, session.assumptions);
  } catch (error) {
    const missing =
      HostingError.isInstance(error) && (error.code === "noRoute" || error.code === "notFound");
    if (!missing || route.standing === "documented") throw error;
    session.ruleOut(definition.kind, "update");
    throw noUpdateRoute(session.subject, optIn);
  }
}

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
