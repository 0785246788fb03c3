import type { Endpoint, Kind } from "../../../contract/endpoints.ts";
import { allKinds, namedKinds } from "../../../contract/ids.ts";
import type { Definition } from "../../definition/definition.ts";
import type { Finding, Sighting } from "../../definition/session.ts";
import { HostingError, isAboutPath, namesWhat } from "../../errors.ts";
import type { Snapshot } from "../lists/lists.ts";
import { lagMilliseconds } from "../memory/run-memory.ts";
import { hasMadeId, isNameInPlaceOfId, paramsFor } from "../state/ids.ts";
import { wordFor } from "../state/subject.ts";
import type { Context } from "./context.ts";
import type { Operation } from "./operation.ts";
import { collectionOf, keyOf } from "./routes.ts";

/**
 * What comes of an object that a list lacks, if no GET tells: `lookAgain` looks at a list that was asked
 * for no earlier than it is told. Everybody who misses something in the same list needs the same second
 * one, so it is shared.
 */
export async function proveAbsence(
  operation: Operation,
  missed: Unlisted,
  lookAgain: (notBefore: number) => Promise<Sighting | Absent>,
): Promise<Sighting> {
  const { context, requests, waiting } = operation;
  const { id, from, route } = missed;
  const list = collectionOf(route);
  const isOver = operation.deletion?.isDone === true && isOurs(operation, id);
  const isKnown = isOver || id === operation.provedGone;
  if (requests.isPolling || isKnown || isProven(operation, missed)) return gone;
  context.evidence.noteMissing(list, id);
  const lookAfter = async ({ completedAt }: Snapshot, milliseconds: number) => {
    const notBefore = completedAt + milliseconds;
    await waiting.pauseUntil(notBefore, "another list that confirms its absence");
    return lookAgain(notBefore);
  };
  const second = await lookAfter(from, apartMilliseconds);
  if (second.outcome !== "missing") return second;
  const mayBeMistake = second.from.items.length === 0 && !isTwofold(operation, missed);
  const last = mayBeMistake ? await lookAfter(second.from, emptyMilliseconds) : second;
  if (last.outcome !== "missing") return last;
  // A list inside of an object can be empty: that it answers shows that the object is there.
  const isOfAll = mayBeMistake && last.from.items.length === 0 && !route.path.includes("{");
  if (isOfAll) refuseMassAbsence(operation, id, context.evidence.missingFrom(list));
  // A create makes it again.
  if (operation.name === "delete") operation.provedGone = id;
  return gone;
}

/** A list without the object: alone it proves nothing. */
export interface Absent {
  readonly outcome: "missing";
  readonly from: Snapshot;
}

/** What a list lacks. */
interface Unlisted extends Pick<Absent, "from">, Pick<Finding, "isIt"> {
  readonly kind: Kind;
  readonly id: string;
  readonly route: Endpoint;
  /** True where a GET missed it as well; `says` are its words, where it had some. */
  readonly isBesides?: boolean | undefined;
  readonly says?: string | undefined;
}

/** True where a GET says it as well, so that an empty list is no mistake. */
function isTwofold({ routes }: Operation, { kind, isBesides, says }: Unlisted): boolean {
  return isBesides === true && (says !== undefined || routes.isTrusted(kind, "list"));
}

/** True for an object that HOSTING_DELETED_BY_HAND names, by its id alone or with its class. */
export function isSaidToBeGone(
  { deletedByHand }: Pick<Context, "deletedByHand">,
  definition: Definition,
  id: string,
): boolean {
  return deletedByHand.includes(id) || deletedByHand.includes(wordFor(definition, id));
}

/** A look for what the user says is gone: that nothing is where it was is no reason to doubt it. */
export async function believed(looking: Promise<Sighting>): Promise<Sighting> {
  try {
    return await looking;
  } catch (error) {
    if (!HostingError.isInstance(error) || error.status !== 404) throw error;
    return { outcome: "unreadable" };
  }
}

/**
 * Two lists without an object prove that it is gone when they are this far apart: another process may
 * have created it right before the first one, and lists lag behind.
 */
const apartMilliseconds = lagMilliseconds;

/** One that shows nothing at all may be a mistake of the platform: another one follows. */
export const emptyMilliseconds = 10_000;

/** The list before was long enough ago, and did not show it either. */
function isProven(
  { requests: { freshSince } }: Operation,
  { from: { before, startedAt, items }, isIt }: Unlisted,
): boolean {
  if (before === undefined || before.startedAt < freshSince || items.length === 0) return false;
  if (!before.whole || before.items.some(isIt)) return false;
  return before.completedAt + apartMilliseconds <= startedAt;
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
  missing: readonly string[],
): void {
  if (missing.length < 2 || isSaidToBeGone(context, definition, id)) return;
  const isShort = missing.length <= shownIds;
  const words = isShort ? missing.map((one) => wordFor(definition, one)).join(",") : "<ids>";
  const more = isShort ? "" : " (`pulumi stack --show-ids` lists them)";
  throw new HostingError(
    "platform",
    `${subject} (${id}) and all others of its kind are missing from an empty list, so nothing was removed from the state. Run the command again later, or, if they were deleted on purpose, with HOSTING_DELETED_BY_HAND=${words}${more}.`,
  );
}

/** How many ids a message holds. */
const shownIds = 2;

/**
 * What comes of a 404: a route may be there no more since it last worked, and many frameworks answer an
 * unknown path as if they had looked. Then the list of the same place says more, or an error that names
 * what is missing (spec 7.1).
 */
export async function missedByGet(
  operation: Operation,
  { kind, id, says }: { kind: Kind; id: string; says?: string | undefined },
  looks: Looks,
): Promise<Sighting> {
  const { context, routes, waiting } = operation;
  const route = routes.route(kind, "get");
  if (route === undefined) return gone;
  const isNamed = namesWhat(says, { kind, id, path: route.path });
  const isSaid = () => says !== undefined && context.memory.isProven(keyOf(route));
  if (isSaid() || (isNamed && isShown(route, says))) return gone;
  const listed = await looks.inList();
  // One that never showed an object may be of something else, or empty by mistake; so may a 404 without words.
  if (listed.outcome === "missing") {
    const isEnough = isNamed || isSaid() || isConclusive(operation, { kind, id, says }, listed);
    return isEnough ? gone : looks.prove(listed);
  }
  if (listed.outcome !== "unreadable") return listed;
  if (isNamed) return gone;
  if (!isServed(operation, kind, { route, says })) return namesNothing(route);
  if (routes.route(kind, "list") === undefined) return gone;
  // A list that answers says of the service alone that it is there, not of the path.
  await waiting.pause(apartMilliseconds, "another look that confirms its absence");
  return looks.byGet();
}

/** An earlier deletion of ours is why it is missing: one that was refused is over soon, and nothing else can have its id. */
function isOurs({ definition, deletion, id }: Operation, missed: string): boolean {
  const isName = namedKinds.has(definition.kind) || isNameInPlaceOfId(definition.kind);
  const mayBeDone = deletion?.isDone === true || deletion?.isRecent === true;
  return mayBeDone && missed === id && !isName && !hasMadeId(definition);
}

/** Where an earlier deletion explains it, or the list showed it: an empty one may be so for a moment. */
function isConclusive(
  operation: Operation,
  { kind, id, says }: { kind: Kind; id: string; says: string | undefined },
  { from }: Absent,
): boolean {
  const { routes } = operation;
  if (isOurs(operation, id)) return true;
  return says !== undefined && from.items.length > 0 && routes.isTrusted(kind, "list");
}

/** What tells more than a GET that found nothing. */
interface Looks {
  inList(): Promise<Sighting | Absent>;
  prove(absent: Absent): Promise<Sighting>;
  byGet(): Promise<Sighting>;
}

function isShown({ standing }: Endpoint, says: string | undefined): boolean {
  return standing === "documented" && says !== undefined && !isAboutPath(says);
}

/** True where its list, or without one anything on its prefix, answered: no missing object explains that neither does. */
function isServed(
  { context, routes }: Operation,
  kind: Kind,
  { route, says }: { route: Endpoint; says: string | undefined },
): boolean {
  const near = routes.route(kind, "list") ?? { ...route, path: "" };
  return isShown(route, says) && context.memory.isProven(keyOf(near));
}

/** What a GET tells that found nothing; `bare` is a 404 that says nothing. @throws any other error. */
export function missedBy(
  error: unknown,
  isTrusted: boolean,
): Sighting & { readonly bare?: HostingError } {
  if (!isMissing(error)) throw error;
  if (!isTrusted) return { outcome: "unreadable" };
  if (error.status !== 404) throw error;
  return error.code === "notFound" ? { ...gone, says: error.reason } : { ...gone, bare: error };
}

/** A 404 that may mean "no such route"; on a trusted route it is a fault that proves nothing. */
export function isMissing(error: unknown): error is HostingError {
  return HostingError.isInstance(error) && ["noRoute", "notFound"].includes(error.code);
}

/**
 * A list inside of an object goes with that: its 404 has to name it, or a look to miss it as well.
 *
 * @throws the error where that is not a 404, or says nothing and nothing else tells.
 */
export async function missedWithin(
  { routes }: Operation,
  { kind, id, route, error }: Pick<Unlisted, "kind" | "id" | "route"> & { error: HostingError },
  lookAt: (outer: { kind: Kind; id: string }) => Promise<Sighting>,
): Promise<Sighting> {
  if (error.status !== 404) throw error;
  const says = error.code === "notFound" ? error.reason : undefined;
  const [outer = ""] = Object.values(paramsFor(route, id));
  const path = route.path.split("/{")[0] ?? "";
  if (namesWhat(says, { id: outer, path })) return gone;
  const isOuter = (list: Endpoint | undefined) =>
    list !== undefined && keyOf(list) === keyOf({ ...route, path });
  const parent = allKinds.find((one) => one !== kind && isOuter(routes.route(one, "list")));
  const found = parent && (await lookAt({ kind: parent, id: outer }));
  if (found?.outcome === "gone") return gone;
  if (error.code !== "notFound") throw error;
  return namesNothing(route);
}

const gone = { outcome: "gone" } as const;

function namesNothing(route: Endpoint): Sighting {
  const why = `the 404 of ${keyOf(route)} names nothing that is missing`;
  return { outcome: "unreadable", why };
}
