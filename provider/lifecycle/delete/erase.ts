import type { Endpoint } from "../../../contract/endpoints.ts";
import type { Prepared } from "../../definition/definition.ts";
import type { Props, Removed, Session, SessionRequest, Target } from "../../definition/session.ts";
import { type ErrorCode, HostingError } from "../../errors.ts";
import { takeAway, undeletable, waitUntilGone } from "../hooks/removal.ts";
import { sessionOf } from "../hooks/session.ts";
import { hasIdOfAnother, idNamespace, paramsFor } from "../identity/ids.ts";
import { stackOf } from "../identity/subject.ts";
import { lookUp } from "../lookup/lookup.ts";
import type { Operation } from "../operation/operation.ts";
import { intervalAfter } from "../operation/shared-polls.ts";
import { readObject, wantedOf } from "../reconcile/ready.ts";
import { isRecord } from "../record/state.ts";

/**
 * Rule 8: prepares the object, deletes it, as often as it takes, and waits until it is gone.
 *
 * @throws HostingError with the platform's words when it stays.
 */
export async function erase(operation: Operation, target: Target<Props>): Promise<void> {
  const preparing = new Preparing(operation, target);
  for (let attempt = 0; ; attempt += 1) {
    await preparing.again();
    const tried = await tryDelete(operation, target).catch((error) => {
      throw preparing.explained(error);
    });
    if (tried === "accepted")
      return waitUntilGone(operation, () => readObject(operation, target, "one list"));
    if (typeof tried === "string") return;
    const last = preparing.refused(tried);
    if (last !== undefined) throw last;
    const waitingFor = `its deletion to be accepted (at last: ${tried.setback})`;
    await operation.waiting.pause(intervalAfter(attempt + 1), waitingFor);
  }
}

/** Why a try did not delete the object, though a later one may. */
interface Setback {
  /** In the platform's words, where it gave some. */
  readonly setback: string;
  /** False where the answer was lost: that says nothing of the object. */
  readonly isRefusal: boolean;
}

async function tryDelete(operation: Operation, target: Target<Props>): Promise<Removed | Setback> {
  const { context, definition } = operation;
  try {
    const done = await sendDelete(operation, target);
    if (!hasIdOfAnother(definition)) context.memory.writes.noteDeleted(definition.kind, target.id);
    return done;
  } catch (error) {
    if (!HostingError.isInstance(error)) throw error;
    if (error.code === "refused") return { setback: refusalOf(error), isRefusal: true };
    if (error.code !== "unknownOutcome") throw error;
    // A name may be somebody else's object by then, so it is not sent again without a look.
    const { outcome } = await readObject(operation, target);
    return outcome === "gone" ? "gone" : { setback: refusalOf(error), isRefusal: false };
  }
}

async function sendDelete(operation: Operation, target: Target<Props>): Promise<Removed> {
  const { definition, routes } = operation;
  if (definition.remove !== undefined) {
    return definition.remove(sessionOf(operation), target);
  }
  const look = () => lookUp(operation, wantedOf(operation, target));
  const route = routes.route(definition.kind, "delete");
  if (route !== undefined) {
    return takeAway(operation, { route, request: { params: paramsFor(route, target.id) }, look });
  }
  const result = await look();
  if (result.outcome !== "gone") throw undeletable(operation, result);
  return "gone";
}

function refusalOf({ reason = "without a reason", status }: HostingError): string {
  return status === undefined ? "no answer" : `${reason} (${status})`;
}

/** Brings the object into a state in which it can be deleted, and knows what was done to it for that. */
class Preparing {
  readonly #operation: Operation;
  readonly #target: Target<Props>;
  #lastAt = Number.NEGATIVE_INFINITY;
  #prepared: Prepared | undefined;
  #done: string | undefined;
  /** The refusal of a prepared object, and since when it has been the same. */
  #refusal: { readonly text: string; readonly since: number } | undefined;

  constructor(operation: Operation, target: Target<Props>) {
    this.#operation = operation;
    this.#target = target;
  }

  /** Prepares it, at most every 15 s: a stop that was refused once may be accepted later. */
  async again(): Promise<void> {
    const { context, definition, id = "", subject } = this.#operation;
    const isDue = context.clock.now() >= this.#lastAt + againMilliseconds;
    if (!isDue || this.#isPrepared) return;
    this.#lastAt = context.clock.now();
    const session = sessionOf(this.#operation);
    const object = { type: idNamespace(definition), id };
    const call: Session["call"] = async (endpoint, request) => {
      if (definition.restore !== undefined)
        context.journal.stopping({ ...object, subject, stack: stackOf(this.#target.state) });
      try {
        const answer = await session.call(endpoint, request);
        this.#done = deedOf(endpoint, request) ?? this.#done;
        return answer;
      } catch (error) {
        if (this.#done === undefined && hasDoneNothing(error)) context.journal.endStop(object);
        throw error;
      }
    };
    this.#prepared = await definition.prepareDelete?.({ ...session, call }, this.#target);
  }

  get #isPrepared(): boolean {
    return this.#prepared !== undefined && "isPrepared" in this.#prepared;
  }

  /** The error that ends the tries; undefined while another one may be accepted. */
  refused({ setback, isRefusal }: Setback): HostingError | undefined {
    if (!isRefusal) return undefined;
    const { context, id = "", subject } = this.#operation;
    if (this.#prepared !== undefined && "byHand" in this.#prepared) {
      const text = `${subject} (${id}) was not deleted: ${setback}. ${this.#prepared.byHand}, then run the same command again.`;
      return new HostingError("gap", text, { reason: setback });
    }
    const now = context.clock.now();
    if (this.#refusal?.text !== setback) this.#refusal = { text: setback, since: now };
    if (!this.#isPrepared || now < this.#refusal.since + patienceMilliseconds) return undefined;
    // This run, or the next one of the stack, may free it.
    if (context.memory.holders.namesStored(setback.replaceAll(id, ""))) return undefined;
    const done = this.#done === undefined ? "" : `${this.#done}, but `;
    const text = `${subject} (${id}) was ${done}not deleted: ${setback}. Correct what it names and run the same command again.`;
    return new HostingError("refused", text, { reason: setback });
  }

  /** A key that may not delete may do what comes before: its user reads first how the object is now. */
  explained(error: unknown): unknown {
    const { subject } = this.#operation;
    if (this.#done === undefined || !HostingError.isInstance(error)) return error;
    if (error.status !== 401 && error.status !== 403) return error;
    return error.reworded(
      `${subject} was ${this.#done}, but not deleted: ${refusalOf(error)}. Set an API key that may delete it in HOSTING_API_KEY and run the same command again.`,
    );
  }
}

/** Longer than the wait between two tries: some follow no stop, which may keep it busy for a while. */
const againMilliseconds = 15_000;
/** Time for the end of what keeps a prepared object. */
const patienceMilliseconds = 60_000;

/** True for an answer that says that the request changed nothing, and for one that was not sent. */
function hasDoneNothing(error: unknown): boolean {
  return HostingError.isInstance(error) && withoutEffect.has(error.code);
}

const withoutEffect: ReadonlySet<ErrorCode> = new Set([
  "key",
  "noRoute",
  "notFound",
  "rateLimit",
  "refused",
  "unsent",
]);

/** The step that made an object deletable, by the action or else the last segment of the route. */
const deeds: Readonly<Record<string, string>> = {
  stop: "stopped",
  detach: "detached",
  unassign: "unassigned",
};

function deedOf({ path }: Endpoint, { body }: SessionRequest = {}): string | undefined {
  const action = isRecord(body) ? body["action"] : undefined;
  return deeds[typeof action === "string" ? action : path.slice(path.lastIndexOf("/") + 1)];
}
