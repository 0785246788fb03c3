import { isStatusOf } from "../../../contract/assumptions.ts";
import type { Endpoint, Kind, Verb } from "../../../contract/endpoints.ts";
import type { Definition } from "../../definition/definition.ts";
import type { LookupResult } from "../../definition/session.ts";
import { HostingError } from "../../errors.ts";
import { deletedByHandEntry } from "../identity/subject.ts";
import type { Snapshot } from "../lists/list-cache.ts";
import type { Context } from "../operation/context.ts";
import type { Operation } from "../operation/operation.ts";
import { collectionOf } from "../operation/routes.ts";
import { wasShown } from "../record/input-records.ts";
import { lagMilliseconds } from "../run/recent-writes.ts";

/**
 * How many whole lists without an object prove that it is gone: two, as rule 2 says, or one where somebody who knows
 * says so as well: the user, our own accepted deletion, or a create that was never answered.
 */
export type Proof = "two lists" | "one list";

/** The result of a list for an object; "missing" alone is no proof that it is gone. */
export type Listed = LookupResult | NotListed;

/** A whole list without the object. */
export interface NotListed {
  readonly outcome: "missing";
  readonly from: Snapshot;
  readonly route: Endpoint;
  /** True where another one makes it a proof. */
  readonly isProof: boolean;
}

/**
 * The second proof of rule 2, where no GET tells: two whole lists without the object, 30 s apart,
 * because another process may have created it right before the first one. All that miss something
 * in one list share the second; `lookAgain` looks at one that was asked for no earlier than it says.
 */
export async function provedByLists(
  operation: Operation,
  { from, route, isProof, ...object }: NotListed & NamedObject,
  lookAgain: (notBefore: number) => Promise<Listed>,
): Promise<LookupResult> {
  const { context, waiting } = operation;
  const { id } = object;
  const list = collectionOf(route);
  if (!isProof) return { outcome: "unreadable" };
  if (mayBeLeftOut(operation, object)) return { outcome: "awaited" };
  const missing = context.memory.missing.get(list) ?? new Set();
  context.memory.missing.set(list, missing.add(id));
  const notBefore = from.completedAt + lagMilliseconds;
  await waiting.pauseUntil(notBefore, "another list that confirms its absence");
  const second = await lookAgain(notBefore);
  if (second.outcome !== "missing") return second;
  if (!second.isProof) return { outcome: "unreadable" };
  // A list inside of an object can be empty: that it answers shows that the object is there.
  const isOfAll = second.from.items.length === 0 && !route.path.includes("{");
  if (isOfAll) refuseMassAbsence(operation, id, missing);
  return { outcome: "gone" };
}

interface NamedObject {
  readonly kind: Kind;
  readonly id: string;
}

/**
 * True where an answer without the object says nothing of it: its create was answered with its id, nothing has shown
 * it since, and it was not ready or not accepted then. Routes that are only assumed may leave it out until it is (of an
 * invitation, spec 3 says so); a list or a GET that the spec shows is of all there is (spec 4, 7.2).
 */
export function mayBeLeftOut(operation: Operation, { kind, id }: NamedObject): boolean {
  const { context, definition, name, props, routes } = operation;
  const isDocumented = (verb: Verb) => routes.route(kind, verb)?.standing === "documented";
  if (isDocumented("list") || isDocumented("get")) return false;
  if (context.memory.writes.isUnshown(kind, id)) return true;
  const isOwn = kind === definition.kind && (name === "create" || !wasShown(props));
  return isOwn && isOnItsWay(operation);
}

function isOnItsWay({ context: { assumptions }, definition, props }: Operation): boolean {
  const { mayBeLeftOut = ({ status }) => isStatusOf(["pending"], status, assumptions) } =
    definition;
  return mayBeLeftOut(props);
}

/**
 * Refuses to believe an empty list by which several objects vanish at once: a platform that shows
 * nothing is likelier than a mass deletion.
 *
 * @throws HostingError that names the way out when they were all deleted by hand.
 */
function refuseMassAbsence(
  { context, definition, subject }: Operation,
  id: string,
  missing: ReadonlySet<string>,
): void {
  if (missing.size < 2 || isDeletedByHand(context, definition, id)) return;
  throw new HostingError(
    "platform",
    `${subject} (${id}) and all others of its kind are missing from an empty list, so nothing was removed from the state. Run it again later; if they are deleted, set HOSTING_DELETED_BY_HAND=<ids> (\`pulumi stack --show-ids\` lists them).`,
  );
}

/** True for an object that HOSTING_DELETED_BY_HAND names, by its id alone or with its class. */
export function isDeletedByHand(
  { deletedByHand }: Pick<Context, "deletedByHand">,
  definition: Definition,
  id: string,
): boolean {
  return deletedByHand.includes(id) || deletedByHand.includes(deletedByHandEntry(definition, id));
}

/** One look for an object that the user says was deleted: the word counts unless the object is there. */
export async function lookForDeletedByHand(
  look: (proof: Proof) => Promise<LookupResult>,
): Promise<LookupResult> {
  try {
    const result = await look("one list");
    return result.outcome === "seen" ? result : { outcome: "gone" };
  } catch (error) {
    if (!HostingError.isInstance(error) || error.status !== 404) throw error;
    return { outcome: "gone" };
  }
}
