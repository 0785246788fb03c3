import type { Endpoint } from "../../../contract/endpoints.ts";
import type { Prepared } from "../../definition/definition.ts";
import type { Props, Session, SessionRequest, Sighting, Target } from "../../definition/session.ts";
import { HostingError } from "../../errors.ts";
import { type Operation, sessionOf } from "../operation/operation.ts";
import { isOnItsWay } from "../operation/removal.ts";
import { isRecord } from "../state/state.ts";

/** What was done to an object so that it can be deleted, and how that is undone. */
interface Change {
  readonly done: string;
  readonly undo: (id: string) => string;
}

/** By the action, or else the last segment of the route. */
const changes: Readonly<Record<string, Change>> = {
  stop: {
    done: "stopped",
    undo: () => "start it in the console, or run `pulumi up` as before on this machine",
  },
  detach: { done: "detached", undo: (id) => `attach ${id} again in the console` },
  unassign: { done: "unassigned", undo: (id) => `assign ${id} again in the console` },
};

/** Brings the object into a state in which it can be deleted; tells what it has changed for that. */
export async function prepare(
  operation: Operation,
  target: Target<Props>,
): Promise<{ prepared: Prepared | undefined; change: Change | undefined }> {
  const session = sessionOf(operation);
  let change: Change | undefined;
  const call: Session["call"] = async (endpoint, request) => {
    const answer = await session.call(endpoint, request);
    change = changeBy(endpoint, request) ?? change;
    return answer;
  };
  const prepared = await operation.definition.prepareDelete?.({ ...session, call }, target);
  return { prepared, change };
}

/** A key that may not delete may do what comes before: its user reads first how the object is now. */
export function asPrepared(
  { context: { memory }, definition, id = "", subject }: Operation,
  error: unknown,
  change: Change | undefined,
): unknown {
  if (change === undefined || !HostingError.isInstance(error)) return error;
  const { status, reason } = error;
  if (status !== 401 && status !== 403) return error;
  const why = status === 401 ? "the API key was refused" : "this API key may not delete it";
  const said = reason === undefined ? "" : `: ${reason}`;
  // What was replaced before it goes is not missed.
  const isMissed = memory.makesRoom(definition.kind, id) || !memory.isReplaced(id);
  const back = isMissed ? `; to keep it, ${change.undo(id)}` : "";
  return error.reworded(
    `${subject} was ${change.done}, but not deleted: ${why} (${status})${said}. With one that may in HOSTING_API_KEY, run the same command again${back}.`,
  );
}

function changeBy({ path }: Endpoint, { body }: SessionRequest = {}): Change | undefined {
  const action = isRecord(body) ? body["action"] : undefined;
  return changes[typeof action === "string" ? action : path.slice(path.lastIndexOf("/") + 1)];
}

/** What a person has to do before a deletion that was refused can succeed. */
export async function byHandFor(
  operation: Operation,
  prepared: { byHand: string; isUnknown?: boolean } | undefined,
  look: () => Promise<Sighting>,
): Promise<string | undefined> {
  if (prepared === undefined) return isStuck(operation) ? nameAnother : undefined;
  const { byHand, isUnknown = false } = prepared;
  const isOnWay = isUnknown && (await isOnItsWay(operation, look));
  if (isOnWay !== undefined) return isOnWay ? undefined : byHand;
  const { context, deadline } = operation;
  const mayTell = context.clock.now() < deadline.startedAt + tellingMilliseconds;
  return mayTell ? undefined : `${byHand} unless it is on its way out, which nothing told`;
}

/** Time for another look where faults kept one from telling anything: lists that lag take a minute for it. */
const tellingMilliseconds = 180_000;

/** What is used by what stays is refused for ever: where it goes first, nothing frees it meanwhile. */
function isStuck({ context, deadline, definition, id = "" }: Operation): boolean {
  if (definition.prepareDelete !== undefined || !context.memory.makesRoom(definition.kind, id))
    return false;
  return context.clock.now() >= deadline.startedAt + stuckMilliseconds;
}

/** Time for the end of what used it and goes as well. */
const stuckMilliseconds = 45_000;

const nameAnother =
  "With this name it has to go before its replacement comes: give the new one another name, or leave `name` out";
