import { z } from "zod";
import type { Definition, Props } from "../../definition/definition.ts";
import { HostingError, PartialFailure } from "../../errors.ts";
import type { Context } from "../operation/context.ts";
import { OperationSession } from "../operation/session.ts";
import { subjectOf, withArticle } from "../state/subject.ts";
import type { Difference } from "../operations/diff.ts";
import { partialFailure } from "../reconcile/stored-state.ts";
import { hidden, pickInputs } from "../state/state.ts";
import { checkWorld } from "../state/world.ts";
import { type Doubtful, lookBack, type Resolution, toldApartAt } from "./find-lost.ts";
import { type Intent, intentOf } from "./intent.ts";

const idPrefix = "unresolved-";

const Known = z.object({ applied: z.boolean(), settlesAt: z.number(), at: z.number() });

/** A resource that is in the state without anyone knowing whether it exists. */
interface Unresolved {
  readonly id: string;
  readonly state: Props;
}

/** True for the id of a create whose outcome is unknown. */
export function isUnresolved(id: string): boolean {
  return id.startsWith(idPrefix);
}

/** The error that stores a create of unknown outcome, so that it is not silently done again. */
export function unresolved(
  context: Context,
  definition: Definition,
  doubt: {
    session: OperationSession;
    intent: Intent;
    inputs: Props;
    doubtful: Doubtful;
    /** What came between, as "the answer was lost". */
    cause: string;
    fits: readonly string[];
  },
): PartialFailure {
  const { session, intent, inputs, doubtful, cause, fits } = doubt;
  const { applied, settlesAt } = doubtful;
  const { token } = intent;
  const state = {
    ...inputs,
    [hidden.world]: context.world,
    [hidden.routes]: session.learned,
    [hidden.unresolved]: { applied, settlesAt, at: context.clock.now() },
  };
  const seen = fits.length === 0 ? "" : ` (${fits.slice(0, 3).join(" or ")} may be it)`;
  const what = `${session.subject}: ${cause}, so it may exist${seen}.`;
  const reason = `${what} ${advice(definition, token, state)}`;
  return partialFailure(new HostingError("unknownOutcome", reason), `${idPrefix}${token}`, state);
}

/**
 * What `up` does with it: once it is found, proven absent or given up by the user, it is replaced by
 * the real object, for which nothing is deleted; until then it stays blocked.
 */
export async function diffUnresolved(
  context: Context,
  definition: Definition,
  work: Unresolved & { inputs: Props },
): Promise<Difference> {
  const { id, state, inputs } = work;
  const token = tokenOf(id);
  const blocked = { changes: true, replaces: [], deleteBeforeReplace: false };
  if (inputs["adopt"] === undefined && !isForgotten(context, work)) {
    const resolution = await resolutionOf(context, definition, work);
    const intent = intentOf(context, definition, inputs);
    if (resolution.outcome === "unknown" || intent.token !== token) return blocked;
    if (resolution.outcome === "made") context.journal.made(intent, resolution.id);
    else forget(context, work);
  } else {
    forget(context, work);
  }
  checkWorld(context, state, id);
  context.released.add(id);
  context.replaced.add(intentOf(context, definition, inputs).declaration);
  return { changes: true, replaces: ["adopt"], deleteBeforeReplace: true };
}

/** Forgets the create in doubt, but not the one that was sent in its place and ended unseen. */
function forget({ journal }: Context, { id, state }: Unresolved): void {
  const token = tokenOf(id);
  const recorded = journal.find(token);
  if (recorded !== undefined && recorded.at <= doubtIn(state).at) journal.drop(token);
}

/** @throws PartialFailure always: the way out is not an update. */
export function updateUnresolved(definition: Definition, { id, state }: Unresolved): never {
  const token = tokenOf(id);
  const subject = subjectOf(definition, state);
  const reason = `${subject} was not changed: it is still not known whether it exists. ${advice(definition, token, state)}`;
  throw new PartialFailure(new HostingError("unknownOutcome", reason), id, state);
}

/** The id of the object, once it is found; undefined while nobody knows, "gone" when it is proven absent. */
export async function identifyUnresolved(
  context: Context,
  definition: Definition,
  work: Unresolved,
): Promise<string | "gone" | undefined> {
  const resolution = await resolutionOf(context, definition, work);
  if (resolution.outcome === "made") return resolution.id;
  if (resolution.outcome === "unknown") return undefined;
  forget(context, work);
  return "gone";
}

/** True once its real object takes its place, or the user gave it up: then nothing is to be deleted. */
export function mayBeForgotten(context: Context, work: Unresolved): boolean {
  return context.released.has(work.id) || isForgotten(context, work);
}

/** Who looks before the request can no longer arrive has not seen what there will be. */
function isForgotten({ clock, forgetUnresolved }: Context, { id, state }: Unresolved): boolean {
  return forgetUnresolved.includes(tokenOf(id)) && clock.now() >= doubtIn(state).settlesAt;
}

/** The error of a delete: forgetting what may exist is the user's decision. */
export function stillUnknown(definition: Definition, { id, state }: Unresolved): HostingError {
  return new HostingError(
    "unknownOutcome",
    `${subjectOf(definition, state)} was not deleted: it is not known whether it exists. ${advice(definition, tokenOf(id), state)}`,
  );
}

async function resolutionOf(
  context: Context,
  definition: Definition,
  { state }: Unresolved,
): Promise<Resolution> {
  const session = new OperationSession(context, definition, { operation: "read", props: state });
  const inputs = pickInputs(definition, state);
  const { applied, settlesAt, at } = doubtIn(state);
  if (context.clock.now() < toldApartAt(inputs, at)) {
    return { outcome: "unknown", fits: [] };
  }
  const doubtful = { inputs, applied, settlesAt };
  return lookBack(context, definition, { session, doubtful });
}

/** What the state remembers of the doubt; `at` is when it came up. */
function doubtIn(state: Props): Pick<Doubtful, "applied" | "settlesAt"> & { readonly at: number } {
  const known = Known.safeParse(state[hidden.unresolved]);
  return known.success ? known.data : { applied: false, settlesAt: 0, at: 0 };
}

function tokenOf(id: string): string {
  return id.slice(idPrefix.length);
}

function advice(definition: Definition, token: string, state: Props): string {
  const { name, region } = state;
  const which = [
    typeof name === "string" ? ` named "${name}"` : "",
    typeof region === "string" ? ` in region "${region}"` : "",
  ].join("");
  const from = new Date(doubtIn(state).settlesAt).toISOString().slice(11, 19);
  return `After ${from} UTC look in the console for ${withArticle(definition.noun)}${which}. There: set adopt to its id. Not there: HOSTING_FORGET_UNRESOLVED=${token} pulumi up. Until then nothing is created.`;
}
