import type { Json } from "../../../contract/naming.ts";
import type { Definition, Props } from "../../definition/definition.ts";
import { type Doubt, HostingError } from "../../errors.ts";
import type { Context } from "../operation/context.ts";
import type { OperationSession } from "../operation/session.ts";
import { nameTaken } from "../state/name.ts";
import { observe } from "../reconcile/ready.ts";
import { type Resolution, resolve, toldApartAt } from "./find-lost.ts";
import type { Intent, RecordedIntent } from "./intent.ts";
import { unresolved } from "./unresolved.ts";

/** A create under way. */
interface Creating {
  readonly session: OperationSession;
  readonly intent: Intent;
  readonly inputs: Props;
  /** Sends the request. */
  readonly post: () => Promise<Created>;
}

/** An object and the answer that brought it; none for one that was found afterwards. */
export interface Created {
  readonly id: string;
  readonly answer?: Json;
}

/**
 * Creates at most one object, whatever happens to the request, the answer or this process: what an
 * earlier run may have made is looked for first, and what is in doubt is never sent blindly again.
 *
 * @throws PartialFailure with an `unresolved-` id when nobody can say whether it exists.
 */
export async function createOnce(
  context: Context,
  definition: Definition,
  creating: Creating,
): Promise<Created> {
  const { session, intent } = creating;
  const earlier = context.journal.find(intent.token);
  if (earlier?.elsewhere !== undefined) {
    leaveToOther(context, session, { ...earlier, elsewhere: earlier.elsewhere });
  } else if (earlier !== undefined) {
    const id = await idOfEarlier(context, definition, { creating, earlier });
    if (id !== undefined) return { id };
  }
  for (const other of context.journal.others(intent)) warnOfOther(session, other);
  return attempt(context, definition, { creating, isRepeated: false });
}

async function attempt(
  context: Context,
  definition: Definition,
  work: { creating: Creating; isRepeated: boolean },
): Promise<Created> {
  const { journal } = context;
  const { creating, isRepeated } = work;
  try {
    const created = await creating.post();
    journal.made(creating.intent, created.id);
    return created;
  } catch (error) {
    const { token } = creating.intent;
    // Where nothing that creates has left, as for an attachment, a repeat is harmless.
    const doubt = journal.find(token) === undefined ? undefined : doubtOf(error, isRepeated);
    if (doubt === undefined) journal.drop(token);
    if (doubt === undefined || !HostingError.isInstance(error)) throw error;
    const cause = causeOf(error, doubt);
    const id = await idAfterDoubt(context, definition, { ...work, cause, doubt });
    if (id !== undefined) return { id };
  }
  return attempt(context, definition, { creating, isRepeated: true });
}

function causeOf({ code, status }: HostingError, { applied }: Doubt): string {
  const answered = status === undefined ? "" : ` (${status})`;
  if (code === "refused") return `it was sent twice, and the second one refused${answered}`;
  return applied ? "the answer brought no id" : `the answer was lost${answered}`;
}

/** The id of what was created after all; undefined when it is safe to send the request once more. */
async function idAfterDoubt(
  context: Context,
  definition: Definition,
  work: { creating: Creating; isRepeated: boolean; cause: string; doubt: Doubt },
): Promise<string | undefined> {
  const { creating, isRepeated, cause, doubt } = work;
  const settlesAt = context.clock.now() + doubt.settlesInMs;
  const doubtful = { inputs: creating.inputs, applied: doubt.applied, settlesAt };
  const resolution = await resolve(context, definition, { session: creating.session, doubtful });
  const repeatLost =
    resolution.outcome === "absent" && resolution.takenBy === undefined && isRepeated;
  if (resolution.outcome === "unknown" || repeatLost) {
    const fits = resolution.outcome === "unknown" ? resolution.fits : [];
    throw unresolved(context, definition, { ...creating, doubtful, cause, fits });
  }
  if (resolution.outcome === "absent" && resolution.takenBy !== undefined) {
    context.journal.drop(creating.intent.token);
    throw notReplaced(creating, resolution.takenBy);
  }
  return settled(context, creating, resolution);
}

/** The engine's `--replace` repeats the name, which the one to be replaced still has. */
function notReplaced({ session, inputs }: Creating, id: string): HostingError {
  return new HostingError("input", `${session.subject} was not replaced: ${nameTaken(inputs, id)}`);
}

/** What leaves it open whether there is an object; a refused repeat may have met our own first one. */
function doubtOf(error: unknown, isRepeated: boolean): Doubt | undefined {
  if (!HostingError.isInstance(error)) return undefined;
  const isConflict = isRepeated && error.code === "refused";
  return error.doubt ?? (isConflict ? { applied: true, settlesInMs: 0 } : undefined);
}

/** The id of what an earlier run made; undefined when it made nothing, or it is gone again. */
async function idOfEarlier(
  context: Context,
  definition: Definition,
  { creating, earlier }: { creating: Creating; earlier: RecordedIntent },
): Promise<string | undefined> {
  const { session, inputs } = creating;
  const { id, settlesAt } = earlier;
  if (id !== undefined) {
    const isThere = (await observe(session, definition, { id, inputs, state: {} })) !== "gone";
    if (!isThere) return settled(context, creating, { outcome: "absent" });
    session.inform(`it is ${id}, which an earlier run made.`);
    return id;
  }
  const doubtful = { inputs, applied: false, settlesAt };
  const showsAt = toldApartAt(inputs, earlier.at);
  await session.pauseUntil(showsAt, "lists to show the outcome of its creation");
  const resolution = await resolve(context, definition, { session, doubtful });
  if (resolution.outcome !== "unknown") return settled(context, creating, resolution);
  const cause = "an earlier run ended while it was created";
  throw unresolved(context, definition, { ...creating, doubtful, cause, fits: resolution.fits });
}

function settled(
  { journal }: Context,
  { session, intent }: Creating,
  resolution: Exclude<Resolution, { outcome: "unknown" }>,
): string | undefined {
  if (resolution.outcome === "absent") {
    journal.drop(intent.token);
    return undefined;
  }
  const { id } = resolution;
  journal.made(intent, id);
  session.inform(`created although the answer was lost: it is ${id}.`);
  return id;
}

/**
 * A copy of the program in another directory may have a stack of its own: its object is never taken
 * over, and nothing is made in its place unless the user looked into it.
 */
function leaveToOther(
  { journal, forgetUnresolved }: Context,
  session: OperationSession,
  { token, id, elsewhere }: RecordedIntent & { elsewhere: string },
): void {
  if (forgetUnresolved.includes(token)) {
    journal.drop(token);
    return;
  }
  const what = id === undefined ? "may have made one" : `made ${id}`;
  throw new HostingError(
    "input",
    `${session.subject} was not created: ${elsewhere} has a stack of this name that ${what}. One of: set \`adopt\` to its id (manage it here) · \`pulumi refresh\` there (it is theirs) · HOSTING_FORGET_UNRESOLVED=${token} (nobody has it).`,
  );
}

function warnOfOther(session: OperationSession, { id }: RecordedIntent): void {
  const what = id === undefined ? "may have made another one" : `made ${id}`;
  session.warn(
    `an interrupted run ${what} with other inputs, which no stack manages. Look in the console; delete it there, or set \`adopt\` to its id.`,
  );
}
