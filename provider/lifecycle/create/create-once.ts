import type { Assumptions } from "../../../contract/assumptions.ts";
import { type Intent, type PendingCreate, underWay } from "../../coordination/journal.ts";
import type { Props } from "../../definition/session.ts";
import { HostingError } from "../../errors.ts";
import { hasIdOfAnother } from "../identity/ids.ts";
import { noteHeldByRun } from "../operation/holders.ts";
import { intentOf } from "../operation/intent.ts";
import { noteOwner, refuseObjectOfAnother } from "../operation/one-object.ts";
import type { Operation } from "../operation/operation.ts";
import { findPending, type Pending, type Resolution } from "./find-pending.ts";
import { refuseTakenName } from "./name-check.ts";
import { placeholder } from "./placeholder.ts";
import { type Created, sendCreate } from "./send-create.ts";
import { createName } from "./unresolved.ts";

/** A create under way. */
interface Creation {
  readonly inputs: Props;
  readonly intent: Intent;
}

/**
 * Rule 5: creates at most one object, whatever happens to the request, the answer or this process.
 * The journal has every create that may have happened and is in no state yet; it is looked for
 * first, and nothing is sent while its outcome is unknown.
 *
 * @throws PartialFailure with a placeholder for an id while nobody can say whether the object exists.
 */
export async function createOnce(operation: Operation, inputs: Props): Promise<Created> {
  const { context, definition, requests } = operation;
  const intent = intentOf(context, definition, inputs);
  const creation = { inputs, intent };
  const earlier = await context.journal.find(intent.token, operation.deadline.at);
  const id = earlier && (await resume(operation, creation, earlier));
  if (id !== undefined) return { id };
  await refuseTakenName(operation, inputs);
  requests.beforeCreate(() => context.journal.sent(intent, operation.deadline.at));
  const first = await attempt(operation, creation, { wasSent: false });
  if ("id" in first) return first;
  // The first request can no longer arrive, and a whole list would show what it made.
  const second = await attempt(operation, creation, { wasSent: true });
  if ("id" in second) return second;
  throw madeNothing(operation.subject, second.error);
}

/** A request that certainly made nothing, and why. */
interface MadeNothing {
  readonly error: HostingError;
}

/** Sends the request, and looks for what it made where no answer tells. */
async function attempt(
  operation: Operation,
  creation: Creation,
  { wasSent }: { readonly wasSent: boolean },
): Promise<Created | MadeNothing> {
  const { assumptions, journal, clock } = operation.context;
  const { inputs, intent } = creation;
  try {
    const created = await sendCreate(operation, inputs);
    await noteMade(operation, creation, created.id);
    return created;
  } catch (error) {
    // Our own first request may be why the second one is refused. Any other error without a `doubt` means that nothing
    // was made. Where nothing that creates has left, as for an attachment, a repeat is harmless.
    const isOpen =
      HostingError.isInstance(error) &&
      (error.doubt !== undefined || (wasSent && error.code === "refused")) &&
      operation.requests.hasSentCreate;
    if (!isOpen) await journal.drop(intent.token);
    if (!isOpen) throw error;
    const { applied, settlesInMs } = error.doubt ?? {
      applied: mayBeTaken(error, assumptions),
      settlesInMs: 0,
    };
    const settlesAt = clock.now() + settlesInMs;
    const pending = { ...pendingOf(creation), mayBeAbsent: !applied, settlesAt };
    const cause = `${wasSent ? "it was sent twice, and at last " : ""}${causeOf(error)}`;
    const outcome = await findPending(operation, pending);
    const found = await conclude(operation, creation, { outcome, pending, cause });
    if (found === undefined) return { error };
    operation.messages.inform(`created although the answer was lost: it is ${found}.`);
    return { id: found };
  }
}

/** True for a refusal that says, or does not exclude, that something has the name: our first request may have made it. */
function mayBeTaken({ status, topic }: HostingError, assumptions: Assumptions): boolean {
  if (topic === undefined) return status === assumptions["refusals.conflict"];
  return topic !== "limit";
}

/** A refusal says itself what to do; after lost answers the next run begins anew. */
function madeNothing(subject: string, error: HostingError): HostingError {
  if (error.doubt === undefined) return error;
  const { status, requestId, reason } = error;
  const text = `${subject} was not created: it was sent twice, and at last ${causeOf(error)}. The platform's list shows that nothing was made; run \`pulumi up\` again later.`;
  return new HostingError("platform", text, { status, requestId, reason });
}

/** The id of what an earlier run made; undefined when it made nothing, or that is gone again. */
async function resume(
  operation: Operation,
  creation: Creation,
  earlier: PendingCreate,
): Promise<string | undefined> {
  const { context, messages, subject } = operation;
  const { id, isUnderWay, notedAt, sentBy, settlesAt, token } = earlier;
  if (isUnderWay) throw underWay(subject, earlier);
  if (context.forgetUnresolved.includes(createName(token, notedAt))) {
    await context.journal.drop(token);
    return undefined;
  }
  const pending = { ...pendingOf(creation), settlesAt, sentBy, id };
  const outcome = await findPending(operation, pending);
  const cause = "an earlier run ended while it was created";
  const found = await conclude(operation, creation, { outcome, pending, cause });
  if (found !== undefined) messages.inform(`took over ${found}, which an earlier run made.`);
  return found;
}

/** The result of the search for a create, and the reason for it. */
interface Ending {
  readonly outcome: Resolution;
  readonly pending: Pending;
  readonly cause: string;
}

/** The id of what was created after all; undefined when nothing was. @throws PartialFailure where nobody can say. */
async function conclude(
  operation: Operation,
  creation: Creation,
  { outcome, pending, cause }: Ending,
): Promise<string | undefined> {
  const { intent } = creation;
  if (outcome.is === "unknown")
    throw await placeholder(operation, intent, { pending, cause, candidates: outcome.candidates });
  if (outcome.is === "made") {
    const { context, definition } = operation;
    const { inputs } = creation;
    refuseObjectOfAnother(context, definition, { id: outcome.id, inputs, verb: "created" });
    await noteMade(operation, creation, outcome.id);
    return outcome.id;
  }
  await operation.context.journal.drop(intent.token);
  return undefined;
}

async function noteMade(
  operation: Operation,
  { inputs, intent }: Creation,
  id: string,
): Promise<void> {
  const { context, definition } = operation;
  await context.journal.made(intent, id);
  if (!hasIdOfAnother(definition)) context.memory.writes.noteCreated(definition.kind, id);
  const keptBecause = `it was not replaced: its id follows from its inputs, so it is ${id} again. Change one of them to replace it.`;
  noteHeldByRun(operation, { id, inputs, keptBecause });
  noteOwner(context, definition, { id, inputs });
}

function pendingOf({ inputs, intent }: Creation): Pending {
  return { inputs, mayBeAbsent: true, settlesAt: 0, sentBy: intent.sentBy, id: undefined };
}

function causeOf({ status, reason, doubt }: HostingError): string {
  if (doubt?.cause !== undefined) return doubt.cause;
  if (doubt?.applied === true) return "the answer brought no id";
  const answered = status === undefined ? "" : ` (${status})`;
  if (doubt === undefined) return `it was refused${answered}${because(reason)}`;
  return reason === undefined
    ? `the answer was lost${answered}`
    : `the platform had a problem${answered}: ${reason}`;
}

function because(reason: string | undefined): string {
  return reason === undefined ? "" : `: ${reason}`;
}
