import { toldApartBy } from "../../../contract/ids.ts";
import type { Definition } from "../../definition/definition.ts";
import type { Props, Target } from "../../definition/session.ts";
import { HostingError } from "../../errors.ts";
import { closeIntent } from "../create-once/intent.ts";
import { idToDelete, isUnresolved } from "../create-once/unresolved.ts";
import type { Holder } from "../memory/run-memory.ts";
import type { Context } from "../operation/context.ts";
import { lookUp } from "../operation/lookup.ts";
import { Operation } from "../operation/operation.ts";
import { sessionOf } from "../operation/session.ts";
import { observedIn } from "../reconcile/observe.ts";
import { heldAs, paramsFor } from "../state/ids.ts";
import { deepEqual, pickInputs } from "../state/state.ts";
import { withArticle } from "../state/subject.ts";
import { checkWorld } from "../state/world.ts";

/** Deletes the object; one that is proven to be gone already is a success. */
export async function remove(
  context: Context,
  definition: Definition,
  work: { id: string; state: Props },
): Promise<void> {
  const { state } = work;
  // A create of unknown outcome is deleted only once it is found.
  const id = isUnresolved(work.id) ? await idToDelete(context, definition, work) : work.id;
  if (id === "gone") return;
  const { memory, deletedByHand } = context;
  const { declaration } = closeIntent(context, definition, { id, state });
  context.declared.noteStack(state);
  const operation = new Operation(context, definition, { name: "delete", props: state });
  checkWorld(context, state, operation.subject);
  if (deletedByHand.includes(id)) return memory.noteDeleted(definition.kind, id);
  const target = { id, inputs: pickInputs(definition, state), state };
  if (isKept(operation, target, declaration)) return;
  await memory.leaving(definition, id, () => erase(operation, target));
}

/** Deletes what nobody else has, as often as it takes. */
async function erase(operation: Operation, target: Target<Props>): Promise<void> {
  const { context, definition } = operation;
  const { id } = target;
  const object = { type: heldAs(definition), id };
  if (definition.keep !== undefined) context.journal.deletionBegan(object);
  await definition.prepareDelete?.(sessionOf(operation), target);
  for (let attempt = 0; ; attempt += 1) {
    const setback = await unlessLost(attempt, () => tryDelete(operation, target));
    if (setback === undefined) {
      context.journal.dropAdoption(object);
      if (definition.keep !== undefined) context.journal.deletionEnded(object);
      return context.memory.noteGone(definition.kind, id);
    }
    const wait = retryMilliseconds[Math.min(attempt, retryMilliseconds.length - 1)] ?? 10_000;
    const waitingFor = `its deletion to be accepted, last answered with: ${setback}`;
    await operation.waiting.pause(wait, waitingFor);
  }
}

/** Milliseconds between tries while the platform says "not yet"; the last one repeats. */
const retryMilliseconds = [2_000, 3_000, 5_000, 8_000, 10_000];

/** How often a deletion is sent again after its answer was lost. */
const lostRetries = 3;

/**
 * True for what must not go with this state: another declaration has it, or the replacement turned
 * out to be the object itself, as where its id follows from its inputs.
 */
function isKept(
  { context: { journal, memory }, definition, messages }: Operation,
  { id, state }: Target<Props>,
  declaration: string,
): boolean {
  const held = { id, props: state };
  const adopter = journal.adopterOf({ type: heldAs(definition), id });
  const other = adopter?.declaration === declaration ? undefined : adopter;
  const keeper: Holder | undefined = memory.keeperFrom(definition, held, declaration) ?? other;
  if (keeper === undefined) return false;
  if (keeper.declaration !== declaration) {
    memory.noteLeft(definition, held, declaration);
    messages.warn(`${id} was not deleted, because ${keeper.subject} has it now.`);
  } else {
    messages.warn(keeper.why ?? "");
  }
  return true;
}

/** What keeps a deletion from being done, though it may pass, e.g. "in use"; undefined when it is gone. */
async function tryDelete(operation: Operation, target: Target<Props>): Promise<string | undefined> {
  const { context, definition, requests, routes } = operation;
  const { id } = target;
  if (definition.remove !== undefined) {
    await definition.remove(sessionOf(operation), target);
    return undefined;
  }
  const route = routes.route(definition.kind, "delete");
  if (route === undefined) throw byHand(operation, id);
  try {
    await requests.call(route, { params: paramsFor(route, id) });
    context.memory.noteDeleted(definition.kind, id);
    return undefined;
  } catch (error) {
    if (!HostingError.isInstance(error)) throw error;
    return setbackOf(operation, target, error);
  }
}

async function setbackOf(
  operation: Operation,
  target: Target<Props>,
  error: HostingError,
): Promise<string | undefined> {
  switch (error.code) {
    case "refused":
      return error.message;
    case "unknownOutcome":
      if (await isGoneAfterDoubt(operation, target)) return undefined;
      throw error;
    case "notFound":
      if (provesAbsence(operation)) return undefined;
      break;
    case "noRoute":
      break;
    default:
      throw error;
  }
  // Another route may prove what this one cannot: a list without the object, twice.
  const { outcome } = await lookUp(operation, { kind: operation.definition.kind, id: target.id });
  if (outcome === "gone") return undefined;
  throw byHand(operation, target.id);
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
  operation: Operation,
  { id, state }: Target<Props>,
): Promise<boolean> {
  const { kind } = operation.definition;
  const sighting = await lookUp(operation, { kind, id });
  if (sighting.outcome !== "seen") return sighting.outcome === "gone";
  const observed = observedIn(operation, sighting.observed);
  const another = toldApartBy(kind).some((field) => {
    return state[field] !== undefined && !deepEqual(state[field], observed[field]);
  });
  if (!another) return false;
  throw new HostingError(
    "platform",
    `It is not known whether ${operation.subject} was deleted: the answer was lost, and ${id} now has other addresses, as if somebody had made another one. Nothing more was deleted; look in the console, then run \`pulumi refresh\`.`,
  );
}

/** A 404 of a route that may not exist says nothing about an object that was never read. */
function provesAbsence({ definition: { kind }, routes }: Operation): boolean {
  return routes.isTrusted(kind, "delete") || routes.isTrusted(kind, "get");
}

function byHand({ definition, subject }: Operation, id: string): HostingError {
  return new HostingError(
    "gap",
    `${subject} (${id}) was not deleted: the platform offers no way to delete ${withArticle(definition.noun)}. Delete it in the console, then run again with HOSTING_DELETED_BY_HAND=${id}, or run \`pulumi state delete\` for its URN (\`pulumi stack --show-urns\`).`,
  );
}
