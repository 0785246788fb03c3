import type { Intent } from "../../coordination/journal.ts";
import type { Definition } from "../../definition/definition.ts";
import type { Props } from "../../definition/session.ts";
import { HostingError, PartialFailure } from "../../errors.ts";
import { subjectOf } from "../identity/subject.ts";
import { checkWorld } from "../identity/world.ts";
import type { Context } from "../operation/context.ts";
import { intentOf } from "../operation/intent.ts";
import { keysThatSaw } from "../operation/known-keys.ts";
import { Operation } from "../operation/operation.ts";
import { partialFailure } from "../operation/stored-state.ts";
import { hidden, pickInputs } from "../record/state.ts";
import { lookBack, type Pending, type Resolution } from "./find-pending.ts";
import {
  createName,
  rememberedIn,
  tokenOfCreate,
  type Unresolved,
  unresolvedId,
  wayOut,
  wayToDelete,
} from "./unresolved.ts";

/**
 * Rule 6: the error that stores a create of unknown outcome as a placeholder, so that nothing is
 * created in its place. It ends by `adopt`, by HOSTING_FORGET_UNRESOLVED, or once a refresh finds it.
 */
export async function placeholder(
  { context, definition, routes, subject }: Operation,
  intent: Intent,
  {
    pending,
    cause,
    candidates,
  }: { pending: Pending; cause: string; candidates: readonly string[] },
): Promise<PartialFailure> {
  const aheadMs = await context.journal.aheadMs();
  const { inputs, mayBeAbsent, sentBy, settlesAt } = pending;
  const id = unresolvedId(intent.token);
  const state = {
    ...inputs,
    [hidden.world]: context.world,
    // Only the key that sent it is known to see the object.
    [hidden.seenBy]: sentBy,
    [hidden.routes]: routes.learned,
    [hidden.unresolved]: {
      applied: !mayBeAbsent,
      settlesAt: settlesAt + aheadMs,
      at: context.clock.now() + aheadMs,
    },
  };
  const seen = candidates.length === 0 ? "" : `, maybe as ${candidates.slice(0, 2).join(" or ")}`;
  const text = `${subject} may exist${seen}: ${cause}. ${wayOut(definition, { id, state })}`;
  return partialFailure(new HostingError("unknownOutcome", text, { reason: cause }), id, state);
}

/**
 * Asks what became of the create: true once the object is found, proven absent, named by `adopt` or given
 * up by the user. Then the real object takes the placeholder's place, for which nothing is deleted.
 */
export async function endsPlaceholder(
  context: Context,
  definition: Definition,
  { inputs, ...unresolved }: Unresolved & { inputs: Props },
): Promise<boolean> {
  const { id, state } = unresolved;
  const { declaration, token } = intentOf(context, definition, inputs);
  checkWorld(context, state, id);
  let found: string | undefined;
  if (inputs["adopt"] === undefined && !(await isForgotten(context, unresolved))) {
    // A preview without a key cannot look for it.
    if (context.missingKey !== undefined) return false;
    // An alias may have given it another name since.
    const { [hidden.identity]: identity, [hidden.urn]: urn } = inputs;
    const called = { ...state, [hidden.identity]: identity, [hidden.urn]: urn };
    const outcome = await outcomeOf(context, definition, { id, state: called });
    if (outcome.is === "unknown" || token !== tokenOfCreate(id)) return false;
    found = outcome.is === "made" ? outcome.id : undefined;
  }
  context.memory.replacements.note(declaration, { id, found });
  await settle(context, unresolved);
  return true;
}

/** How long the journal is waited for at the end of a placeholder. */
const patienceMs = 30_000;

/** Ends the create of a placeholder in the journal; one that was sent in its place since is another one. */
async function settle({ clock, journal }: Context, { id, state }: Unresolved): Promise<void> {
  const noted = await journal.find(tokenOfCreate(id), clock.now() + patienceMs);
  if (noted !== undefined && noted.notedAt <= rememberedIn(state).at)
    await journal.drop(noted.token);
}

/** The id of the object, once it is found; undefined while nobody knows, "gone" when it is proven absent. */
export async function identifyUnresolved(
  context: Context,
  definition: Definition,
  unresolved: Unresolved,
): Promise<string | "gone" | undefined> {
  const outcome = await outcomeOf(context, definition, unresolved);
  if (outcome.is === "unknown") return undefined;
  await settle(context, unresolved);
  return outcome.is === "made" ? outcome.id : "gone";
}

/**
 * The id of the object to delete; "gone" once its real object takes its place, or the user gave it up.
 *
 * @throws HostingError while nobody knows: forgetting an object that may exist is the user's decision.
 */
export async function idToDelete(
  context: Context,
  definition: Definition,
  unresolved: Unresolved,
): Promise<string | "gone"> {
  const isEnded =
    context.memory.replacements.has(unresolved.id) ||
    (await isForgotten(context, unresolved)) ||
    isAdopted(context, unresolved);
  if (isEnded) {
    await settle(context, unresolved);
    return "gone";
  }
  const found = await identifyUnresolved(context, definition, unresolved);
  if (found !== undefined) return found;
  throw new HostingError(
    "unknownOutcome",
    `${subjectOf(definition, unresolved.state)} was not deleted: it is not known whether it exists. ${wayToDelete(definition, unresolved)}`,
  );
}

/** A forced replacement compares nothing: an `adopt` in the program for this very create ends it as well. */
function isAdopted(context: Context, { id }: Unresolved): boolean {
  return context.declared.adopting.some(({ definition, inputs }) => {
    return intentOf(context, definition, inputs).token === tokenOfCreate(id);
  });
}

/** @throws PartialFailure always: an update does not end a placeholder. */
export function updateUnresolved(
  definition: Definition,
  { inputs, ...unresolved }: Unresolved & { inputs: Props },
): never {
  const reason = `${subjectOf(definition, inputs)} was not changed: it is still not known whether it exists. ${wayOut(definition, unresolved)}`;
  throw new PartialFailure(
    new HostingError("unknownOutcome", reason),
    unresolved.id,
    unresolved.state,
  );
}

/** The user's word counts only from `settlesAt` on: until then the request may still arrive after they looked. */
async function isForgotten(
  { clock, forgetUnresolved, journal }: Context,
  { id, state }: Unresolved,
): Promise<boolean> {
  const { at, settlesAt } = rememberedIn(state);
  if (!forgetUnresolved.includes(createName(tokenOfCreate(id), at))) return false;
  return clock.now() + (await journal.aheadMs()) >= settlesAt;
}

async function outcomeOf(
  context: Context,
  definition: Definition,
  { state }: Unresolved,
): Promise<Resolution> {
  const { applied, settlesAt } = rememberedIn(state);
  const [sentBy] = keysThatSaw(state);
  const pending = {
    inputs: pickInputs(definition, state),
    mayBeAbsent: !applied,
    settlesAt: settlesAt - (await context.journal.aheadMs()),
    sentBy,
    id: undefined,
  };
  const operation = new Operation(context, definition, { name: "read", props: state });
  return lookBack(operation, pending);
}
