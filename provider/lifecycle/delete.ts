import type { Endpoint } from "../contract/endpoints.ts";
import type { Definition, Props } from "../define.ts";
import { HostingError } from "../errors.ts";
import type { Context } from "./context.ts";
import { paramsFor } from "./ids.ts";
import { OperationSession } from "./session.ts";
import { pickInputs } from "./state.ts";
import { checkWorld } from "./world.ts";

/** Milliseconds between tries while the platform says "not yet"; the last one repeats. */
const retryMilliseconds = [2_000, 3_000, 5_000, 8_000, 10_000];

/** Deletes the object; one that is proven to be gone already is a success. */
export async function remove(
  context: Context,
  definition: Definition,
  work: { id: string; state: Props },
): Promise<void> {
  const { id, state } = work;
  const session = new OperationSession(context, definition, { operation: "delete", props: state });
  checkWorld(context, state, session.subject);
  if (context.deletedByHand.includes(id)) return;
  const target = { id, inputs: pickInputs(definition, state), state };
  await definition.prepareDelete?.(session, target);
  if (definition.remove !== undefined) return definition.remove(session, target);
  const route = session.route(definition.kind, "delete");
  if (route === undefined) throw byHand(session, definition, id);
  for (let attempt = 0; ; attempt += 1) {
    const refusal = await tryDelete(session, definition, { id, route });
    if (refusal === undefined) return;
    const wait = retryMilliseconds[Math.min(attempt, retryMilliseconds.length - 1)] ?? 10_000;
    await session.pause(wait, `its deletion to be accepted, last refused with: ${refusal}`);
  }
}

/** The reason of a refusal that may pass, e.g. "in use"; undefined when the object is gone. */
async function tryDelete(
  session: OperationSession,
  definition: Definition,
  { id, route }: { id: string; route: Endpoint },
): Promise<string | undefined> {
  try {
    await session.call(route, { params: paramsFor(route, id) });
    session.noteDeleted(definition.kind, id);
    return undefined;
  } catch (error) {
    if (!HostingError.isInstance(error)) throw error;
    if (error.code === "refused") return error.message;
    if (error.code === "notFound" && provesAbsence(session, definition)) return undefined;
    if (error.code !== "notFound" && error.code !== "noRoute") throw error;
  }
  // Another route may prove what this one cannot: a list without the object, twice.
  const { outcome } = await session.lookUp(definition.kind, id);
  if (outcome === "gone") return undefined;
  throw byHand(session, definition, id);
}

/** A 404 of a route that may not exist says nothing about an object that was never read. */
function provesAbsence(session: OperationSession, { kind }: Definition): boolean {
  return session.isTrusted(kind, "delete") || session.isTrusted(kind, "get");
}

function byHand(session: OperationSession, definition: Definition, id: string): HostingError {
  return new HostingError(
    "gap",
    `${session.subject} (${id}) was not deleted: the platform has no route that deletes a ${definition.noun} (spec 4 note 4). Delete it in the console, then run again with HOSTING_DELETED_BY_HAND=${id}, or find its URN with \`pulumi stack --show-urns\` and run \`pulumi state delete <urn>\`.`,
  );
}
