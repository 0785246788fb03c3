import { toldApartBy } from "../../../contract/ids.ts";
import type { Definition, Props, Target } from "../../definition/definition.ts";
import { HostingError } from "../../errors.ts";
import { type Intent, noteStored } from "../create-once/intent.ts";
import {
  identifyUnresolved,
  isUnresolved,
  mayBeForgotten,
  stillUnknown,
} from "../create-once/unresolved.ts";
import type { Context } from "../operation/context.ts";
import { OperationSession } from "../operation/session.ts";
import { withArticle } from "../state/subject.ts";
import { observedIn } from "../reconcile/observe.ts";
import { paramsFor } from "../state/ids.ts";
import { deepEqual, pickInputs } from "../state/state.ts";
import { checkWorld } from "../state/world.ts";

/** Milliseconds between tries while the platform says "not yet"; the last one repeats. */
const retryMilliseconds = [2_000, 3_000, 5_000, 8_000, 10_000];

/** How often a deletion is sent again after its answer was lost. */
const lostRetries = 3;

/** Deletes the object; one that is proven to be gone already is a success. */
export async function remove(
  context: Context,
  definition: Definition,
  work: { id: string; state: Props },
): Promise<void> {
  const { state } = work;
  const id = isUnresolved(work.id) ? await foundOrRefused(context, definition, work) : work.id;
  if (id === "gone") return;
  const intent = noteStored(context, definition, { id, state });
  const session = new OperationSession(context, definition, { operation: "delete", props: state });
  checkWorld(context, state, session.subject);
  if (context.deletedByHand.includes(id)) return session.sightings.noteDeleted(definition.kind, id);
  if (isKept(context, definition, { session, intent, id, state })) return;
  const target = { id, inputs: pickInputs(definition, state), state };
  await definition.prepareDelete?.(session, target);
  const { remove: own } = definition;
  for (let attempt = 0; ; attempt += 1) {
    const setback = await unlessLost(attempt, async () => {
      if (own === undefined) return tryDelete(session, definition, target);
      await own(session, target);
      return undefined;
    });
    if (setback === undefined) return session.sightings.noteGone(definition.kind, id);
    const wait = retryMilliseconds[Math.min(attempt, retryMilliseconds.length - 1)] ?? 10_000;
    await session.pause(wait, `its deletion to be accepted, last answered with: ${setback}`);
  }
}

/**
 * True for what must not go with this state: another declaration has it, or the replacement turned
 * out to be the object itself, as where its id follows from its inputs.
 */
function isKept(
  { holders }: Context,
  definition: Definition,
  work: { session: OperationSession; intent: Intent; id: string; state: Props },
): boolean {
  const { session, intent, id } = work;
  const held = { id, props: work.state };
  const keeper = holders.keeperFrom(definition, held, intent.declaration);
  if (keeper === undefined) return false;
  if (keeper.declaration !== intent.declaration) {
    holders.noteLeft(definition, held, intent.declaration);
    session.warn(`${id} was not deleted, because ${keeper.subject} has it now.`);
  } else {
    session.warn(keeper.why ?? "");
  }
  return true;
}

/** A create of unknown outcome is deleted only once it is found. */
async function foundOrRefused(
  context: Context,
  definition: Definition,
  work: { id: string; state: Props },
): Promise<string> {
  if (mayBeForgotten(context, work)) return "gone";
  const found = await identifyUnresolved(context, definition, work);
  if (found === undefined) throw stillUnknown(definition, work);
  return found;
}

/** What keeps a deletion from being done, though it may pass, e.g. "in use"; undefined when it is gone. */
async function tryDelete(
  session: OperationSession,
  definition: Definition,
  target: Target<Props>,
): Promise<string | undefined> {
  const { id } = target;
  const route = session.route(definition.kind, "delete");
  if (route === undefined) throw byHand(session, definition, id);
  try {
    await session.call(route, { params: paramsFor(route, id) });
    session.sightings.noteDeleted(definition.kind, id);
    return undefined;
  } catch (error) {
    if (!HostingError.isInstance(error)) throw error;
    return setbackOf(session, definition, { target, error });
  }
}

async function setbackOf(
  session: OperationSession,
  definition: Definition,
  { target, error }: { target: Target<Props>; error: HostingError },
): Promise<string | undefined> {
  switch (error.code) {
    case "refused":
      return error.message;
    case "unknownOutcome":
      if (await isGoneAfterDoubt(session, definition, target)) return undefined;
      throw error;
    case "notFound":
      if (provesAbsence(session, definition)) return undefined;
      break;
    case "noRoute":
      break;
    default:
      throw error;
  }
  // Another route may prove what this one cannot: a list without the object, twice.
  const { outcome } = await session.lookUp(definition.kind, target.id);
  if (outcome === "gone") return undefined;
  throw byHand(session, definition, target.id);
}

/** A deletion whose answer is lost is tried again a few times; its message says why. */
async function unlessLost(
  attempt: number,
  deletion: () => Promise<string | undefined>,
): Promise<string | undefined> {
  try {
    return await deletion();
  } catch (error) {
    const isLost = HostingError.isInstance(error) && error.code === "unknownOutcome";
    if (!isLost || attempt >= lostRetries) throw error;
    return error.message;
  }
}

/**
 * Looks whether a deletion was carried out before it is sent again: a name may belong to somebody
 * else's object by then.
 */
async function isGoneAfterDoubt(
  session: OperationSession,
  definition: Definition,
  { id, state }: Target<Props>,
): Promise<boolean> {
  const sighting = await session.lookUp(definition.kind, id);
  if (sighting.outcome !== "seen") return sighting.outcome === "gone";
  const observed = observedIn(definition, sighting.observed, session.assumptions);
  const another = toldApartBy(definition.kind).some((field) => {
    return state[field] !== undefined && !deepEqual(state[field], observed[field]);
  });
  if (!another) return false;
  throw new HostingError(
    "platform",
    `It is not known whether ${session.subject} was deleted: the answer was lost, and ${id} now has other addresses, as if somebody had made another one. Nothing more was deleted; look in the console, then run \`pulumi refresh\`.`,
  );
}

/** A 404 of a route that may not exist says nothing about an object that was never read. */
function provesAbsence(session: OperationSession, { kind }: Definition): boolean {
  return session.isTrusted(kind, "delete") || session.isTrusted(kind, "get");
}

function byHand(session: OperationSession, definition: Definition, id: string): HostingError {
  return new HostingError(
    "gap",
    `${session.subject} (${id}) was not deleted: the platform offers no way to delete ${withArticle(definition.noun)}. Delete it in the console, then run again with HOSTING_DELETED_BY_HAND=${id}, or run \`pulumi state delete\` for its URN (\`pulumi stack --show-urns\`).`,
  );
}
