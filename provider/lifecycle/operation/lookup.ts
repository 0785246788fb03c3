import { isStatusOf, statusIn } from "../../../contract/assumptions.ts";
import type { Endpoint, Kind } from "../../../contract/endpoints.ts";
import { namedKinds } from "../../../contract/ids.ts";
import { limitedPrefix } from "../../../contract/limits.ts";
import type { Finding, Observed, Props, Sighting } from "../../definition/session.ts";
import { HostingError } from "../../errors.ts";
import type { Snapshot } from "../lists/lists.ts";
import { findingOf, idIn, paramsFor } from "../state/ids.ts";
import { isRecord } from "../state/state.ts";
import { type Absent, isAboutPath, namesWhat, proveAbsence } from "./absence.ts";
import type { Operation } from "./operation.ts";
import { collectionOf, keyOf } from "./routes.ts";

/**
 * Looks an object up by the routes of its kind. Absence is a claim that needs proof: a 404 with a
 * JSON `error` on a trusted route, or conclusive lists without it, and a key that would see it.
 */
export async function lookUp(operation: Operation, wanted: Wanted): Promise<Sighting> {
  if (isDeleted(operation, wanted.kind, wanted.id)) return { outcome: "gone" };
  return lookAgain(operation, wanted);
}

/** The same for an object whose deletion was accepted: that it is on its way is no proof yet. */
export async function lookAgain(
  operation: Operation,
  { kind, id, isName = false, finding = findingOf(kind, id, isName) }: Wanted,
): Promise<Sighting> {
  const { context, requests, witness } = operation;
  requests.beginLook();
  const search = { kind, id, ...finding };
  const sighting = await witness.looking(kind, () => look(operation, search));
  if (sighting.outcome === "seen") {
    context.memory.noteSeen(kind, id);
    witness.noteSeen(kind, id, sighting.observed);
  }
  if (sighting.outcome === "gone") await witness.confirmAbsence(kind, id);
  return sighting;
}

/** What the kind's documented GET shows of an object that a list has shown; unreadable where there is none. */
export async function lookCloser(
  operation: Operation,
  { kind, id, isName = false, finding = findingOf(kind, id, isName) }: Wanted,
): Promise<Sighting> {
  if (!hasDetail(operation, kind)) return unreadable;
  return lookByGet(operation, { kind, id, ...finding });
}

/**
 * What a GET shows of an object that a list has shown, where asking for each of many costs nothing: a
 * prefix with a limit (spec 8) would be used up by it.
 */
export async function lookFreely(
  operation: Operation,
  { kind, id, isName = false, finding = findingOf(kind, id, isName) }: Wanted,
): Promise<Sighting> {
  if (operation.routes.route(kind, "get")?.prefix === limitedPrefix) return unreadable;
  return lookByGet(operation, { kind, id, ...finding });
}

/** An object that is looked for. */
export interface Wanted {
  readonly kind: Kind;
  readonly id: string;
  /** True when its id is its name, because the answer to its create brought none. */
  readonly isName?: boolean | undefined;
  /** Given where its id alone does not tell it from others. */
  readonly finding?: Finding | undefined;
}

interface Search extends Finding {
  readonly kind: Kind;
  readonly id: string;
}

async function look(operation: Operation, search: Search): Promise<Sighting> {
  const { kind, id } = search;
  const route = operation.routes.sharedList(kind);
  const listed = route ? await lookInList(operation, route, search) : unreadable;
  if (isDecided(listed)) return listed;
  if (listed.outcome === "seen" && isWhole(operation, kind, listed.observed)) return listed;
  const isAwaited = operation.context.memory.isAwaited(kind, id);
  // Lists lag behind, and asking for each of many new objects would cost a request per look.
  if (listed.outcome === "missing" && isAwaited) return awaited;
  // Nor would a GET that is not known to work add anything to the lists of those that wait.
  const isEnough = operation.requests.isPolling && !operation.routes.isTrusted(kind, "get");
  if (listed.outcome === "missing" && isEnough) return { outcome: "gone" };
  const got = await lookByGet(operation, search);
  if (got.outcome === "unreadable") return decideByList(operation, search, listed);
  if (got.outcome !== "gone") return got;
  return isAwaited ? awaited : missedByGet(operation, search, got);
}

/**
 * What comes of a 404: a route that is not shown may be there no more since it last worked, and many
 * frameworks answer an unknown path as if they had looked. Then a list says more, or an error that names
 * what is missing (spec 7.1).
 */
async function missedByGet(operation: Operation, search: Search, got: Missed): Promise<Sighting> {
  const { context, requests, routes } = operation;
  const { kind, id } = search;
  const [route, list] = [routes.route(kind, "get"), routes.route(kind, "list")];
  if (route === undefined || requests.isPolling || context.memory.isDeleted(kind, id)) return gone;
  const isShown = route.standing === "documented" && !isAboutPath(got.says);
  if (isShown || context.memory.isProven(keyOf(route))) return gone;
  const listed = list === undefined ? unreadable : await lookInList(operation, list, search);
  if (listed.outcome !== "unreadable") return listed.outcome === "missing" ? gone : listed;
  if (namesWhat(got.says, { kind, id, path: route.path })) return gone;
  return { ...unreadable, why: `the 404 of ${keyOf(route)} names nothing that is missing` };
}

/** Nothing is there, as the platform says. */
interface Missed {
  readonly outcome: "gone";
  /** The text of its error. */
  readonly says?: string | undefined;
}

const [unreadable, gone, awaited] = [
  { outcome: "unreadable" },
  { outcome: "gone" },
  { outcome: "awaited" },
] as const;

/** Never a name in a create: it may just have made an object of the same name again. */
function isDeleted({ context, name }: Operation, kind: Kind, id: string): boolean {
  const mayReturn = name === "create" && namedKinds.has(kind);
  return !mayReturn && context.memory.isDeleted(kind, id);
}

/** What the list says where no GET says anything. */
async function decideByList(
  operation: Operation,
  search: Search,
  listed: Sighting | Absent,
): Promise<Sighting> {
  if (listed.outcome !== "missing") return listed;
  const { kind } = search;
  // A list without it proves nothing while a GET that is known to work gives no usable answer.
  const { routes } = operation;
  const getDecides = routes.route(kind, "get") !== undefined && routes.isTrusted(kind, "get");
  const list = routes.route(kind, "list");
  if (getDecides || list === undefined) return unreadable;
  const missed = { ...search, list: collectionOf(list), isInner: isInner(list), from: listed.from };
  return proveAbsence(operation, missed, (notBefore) =>
    lookInList(operation, list, search, notBefore),
  );
}

/** An entry without a state may lack other details too, where the kind has a detail of its own. */
function isWhole(operation: Operation, kind: Kind, item: Observed): boolean {
  return statusIn(item, operation.context.assumptions) !== undefined || !hasDetail(operation, kind);
}

function hasDetail({ routes }: Operation, kind: Kind): boolean {
  return routes.route(kind, "get")?.standing === "documented";
}

async function lookInList(
  operation: Operation,
  route: Endpoint,
  search: Search,
  notBefore?: number,
): Promise<Sighting | Absent> {
  const { kind, id, isIt } = search;
  const isTrusted = operation.routes.isTrusted(kind, "list");
  let from: Snapshot;
  try {
    from = await operation.requests.list(route, paramsFor(route, id), notBefore);
  } catch (error) {
    if (isMissing(error) && !isTrusted) return unreadable;
    // A list inside of an object goes with it.
    if (isNotFound(error) && isInner(route)) return { outcome: "gone" };
    throw error;
  }
  const found = from.items.find((item) => isIt(item) && isThere(operation, item));
  if (found !== undefined) {
    operation.routes.trust(route);
    return { outcome: "seen", observed: found, isListed: true };
  }
  // What lags shows what had its name, so it says nothing yet.
  if (from.items.some((item) => isIt(item) && operation.isFormer(item))) return awaited;
  return missedIn(from, route, { ...search, isTrusted });
}

function missedIn(
  from: Snapshot,
  route: Endpoint,
  { id, isTrusted, shows }: Search & { isTrusted: boolean },
): Sighting | Absent {
  const mayTell = isTrusted && (from.items.length === 0 || from.items.some(shows));
  const isAlike = (item: Props) => idIn(item)?.split("_")[0] === id.split("_")[0];
  if (!mayTell) return { ...unreadable, isUnlisted: from.whole && from.items.some(isAlike) };
  if (from.whole) return { outcome: "missing", from };
  return { ...unreadable, why: `what ${keyOf(route)} answers may be a part of a longer list` };
}

function isDecided(listed: Sighting | Absent): listed is typeof gone | typeof awaited {
  return listed.outcome === "gone" || listed.outcome === "awaited";
}

/** True for a list inside of an object, which may be empty and goes with it. */
function isInner({ path }: Endpoint): boolean {
  return path.includes("{");
}

async function lookByGet(operation: Operation, search: Search): Promise<Sighting | Missed> {
  const { kind, id } = search;
  const route = operation.routes.route(kind, "get");
  if (route === undefined) return unreadable;
  try {
    const params = paramsFor(route, id);
    const answer = await operation.requests.call(route, { params });
    // What a share or an assignment adds to the id is in no path.
    const asked = Object.values(params).at(-1);
    if (!isRecord(answer) || !(search.isIt(answer) || isNamed(answer, asked))) return unreadable;
    operation.routes.trust(route);
    operation.context.memory.noteProven(keyOf(route));
    if (operation.isFormer(answer)) return awaited;
    return isThere(operation, answer) ? { outcome: "seen", observed: answer } : gone;
  } catch (error) {
    return missedBy(error, operation.routes.isTrusted(kind, "get"));
  }
}

/** What a GET tells that found nothing. @throws any other error. */
function missedBy(error: unknown, isTrusted: boolean): Sighting | Missed {
  if (isTrusted && isNotFound(error)) return { ...gone, says: error.reason };
  if (!isTrusted && isMissing(error)) return unreadable;
  throw error;
}

/** A gateway, or a route for something else, answers with an object as well: it has to show what was asked for. */
function isNamed(answer: Props, asked: string | undefined): boolean {
  return asked !== undefined && (idIn(answer) === asked || answer["name"] === asked);
}

/** Some platforms go on showing what is gone, and what lags shows what had the name of a new object. */
function isThere({ context: { assumptions }, isFormer }: Operation, item: Props): boolean {
  return !isFormer(item) && !isStatusOf(["deleted"], statusIn(item, assumptions), assumptions);
}

/** A 404 that may mean "no such route"; on a trusted route it is a fault that proves nothing. */
export function isMissing(error: unknown): boolean {
  return HostingError.isInstance(error) && ["noRoute", "notFound"].includes(error.code);
}

function isNotFound(error: unknown): error is HostingError {
  return HostingError.isInstance(error) && error.code === "notFound";
}
