import type { Endpoint, Kind } from "../../../contract/endpoints.ts";
import { namedKinds } from "../../../contract/ids.ts";
import type { Observed, Props, Sighting } from "../../definition/definition.ts";
import { HostingError } from "../../errors.ts";
import { ownPart, paramsFor } from "../state/ids.ts";
import { isRecord } from "../state/state.ts";
import type { Snapshot } from "../lists/list-cache.ts";
import { lagMilliseconds } from "../memory/run-memory.ts";

/** What looking up needs of a session. */
export interface LookupSession {
  route(kind: Kind, verb: "get" | "list"): Endpoint | undefined;
  call(endpoint: Endpoint, request: { params: Record<string, string> }): Promise<unknown>;
  /** A list that this operation may use; asked for at `notBefore` or later, when that is given. */
  list(
    endpoint: Endpoint,
    params: Readonly<Record<string, string>>,
    notBefore?: number,
  ): Promise<Snapshot>;
  /** Waits for a time of the clock. */
  pauseUntil(time: number, waitingFor: string): Promise<void>;
  /** True once the route answered for an object known to exist. */
  isTrusted(kind: Kind, verb: "get" | "list"): boolean;
  trust(kind: Kind, verb: "get" | "list"): void;
  /** True while an object that was just created may be missing because lists lag behind. */
  isAwaited(kind: Kind, id: string): boolean;
  /** True while an object that was just deleted may be shown because lists lag behind. */
  isDeleted(kind: Kind, id: string): boolean;
  /** Remembers a list that may be a part of a longer one. */
  doubt(route: Endpoint): void;
  /** From when on a list shows everything that this operation has to know. */
  readonly freshSince: number;
  /** True while it waits: then several looks follow each other anyway. */
  readonly isWaiting: boolean;
  /** Field of an answer that holds the state of an object. */
  readonly statusField: string;
}

/** An object that is looked for, and how it is told apart in a list. */
interface Search {
  readonly kind: Kind;
  readonly id: string;
  readonly isIt: (item: Props) => boolean;
}

/** A list without the object: alone it proves nothing. */
interface Missing {
  readonly outcome: "missing";
  readonly from: Snapshot;
}

/**
 * Two lists without an object prove that it is gone when they are this far apart: another process may
 * have created it right before the first one, and lists lag behind.
 */
const apartMilliseconds = lagMilliseconds;

/** One that shows nothing at all may be a mistake of the platform: another one follows. */
const emptyMilliseconds = 10_000;

/**
 * Looks an object up by the routes of its kind. Absence is a claim that needs proof: a 404 with a
 * JSON `error` on a trusted route, or conclusive lists without it.
 */
export async function lookUp(session: LookupSession, search: Search): Promise<Sighting> {
  const { kind, id } = search;
  if (session.isDeleted(kind, id)) return { outcome: "gone" };
  const listed = await lookInSharedList(session, search);
  if (listed.outcome === "gone") return listed;
  if (listed.outcome === "seen" && isWhole(session, kind, listed.observed)) return listed;
  const isAwaited = session.isAwaited(kind, id);
  // Lists lag behind, and asking for each of many new objects would cost a request per look.
  if (listed.outcome === "missing" && isAwaited) return { outcome: "awaited" };
  const got = await lookByGet(session, kind, id);
  if (got.outcome === "unreadable") return decideByList(session, search, listed);
  return got.outcome === "gone" && isAwaited ? { outcome: "awaited" } : got;
}

/** What the list says where no GET says anything. */
async function decideByList(
  session: LookupSession,
  search: Search,
  listed: Sighting | Missing,
): Promise<Sighting> {
  if (listed.outcome !== "missing") return listed;
  const { kind } = search;
  // A list without it proves nothing while a GET that is known to work gives no usable answer.
  const getDecides = session.route(kind, "get") !== undefined && session.isTrusted(kind, "get");
  return getDecides ? { outcome: "unreadable" } : proveAbsence(session, search, listed.from);
}

/** Finds the object with an id in a list of its kind. */
export function isNamed(kind: Kind, id: string): (item: Props) => boolean {
  const field = namedKinds.has(kind) ? "name" : "id";
  return (item) => item[field] === ownPart(id);
}

/** The list that answers for every object of a kind; only documented ones come before a GET. */
export function sharedList(
  session: Pick<LookupSession, "route">,
  kind: Kind,
): Endpoint | undefined {
  const route = session.route(kind, "list");
  const hasGet = session.route(kind, "get") !== undefined;
  return route?.standing === "assumed" && hasGet ? undefined : route;
}

/** An entry without a state may lack other details too, where the kind has a detail of its own. */
function isWhole(session: LookupSession, kind: Kind, item: Observed): boolean {
  const hasDetail = session.route(kind, "get")?.standing === "documented";
  return session.statusField in item || !hasDetail;
}

async function lookInSharedList(
  session: LookupSession,
  search: Search,
): Promise<Sighting | Missing> {
  const route = sharedList(session, search.kind);
  return route === undefined ? { outcome: "unreadable" } : lookInList(session, route, search);
}

async function lookInList(
  session: LookupSession,
  route: Endpoint,
  search: Search,
  notBefore?: number,
): Promise<Sighting | Missing> {
  const { kind, id, isIt } = search;
  const isTrusted = session.isTrusted(kind, "list");
  let from: Snapshot;
  try {
    from = await session.list(route, paramsFor(route, id), notBefore);
  } catch (error) {
    if (isMissing(error) && !isTrusted) return { outcome: "unreadable" };
    // A list inside of an object goes with it.
    if (isNotFound(error) && route.path.includes("{")) return { outcome: "gone" };
    throw error;
  }
  const found = from.items.find(isIt);
  if (found !== undefined) {
    session.trust(kind, "list");
    return { outcome: "seen", observed: found };
  }
  if (!isTrusted) return { outcome: "unreadable" };
  if (from.whole) return { outcome: "missing", from };
  session.doubt(route);
  return { outcome: "unreadable" };
}

/** Everybody who misses something in the same list needs the same second one, so it is shared. */
async function proveAbsence(
  session: LookupSession,
  search: Search,
  from: Snapshot,
): Promise<Sighting> {
  if (session.isWaiting || isProven(session, from, search)) return { outcome: "gone" };
  const route = session.route(search.kind, "list");
  if (route === undefined) return { outcome: "unreadable" };
  const lookAfter = (list: Snapshot, milliseconds: number) =>
    lookLater(session, route, { ...search, notBefore: list.completedAt + milliseconds });
  const second = await lookAfter(from, apartMilliseconds);
  if (second.outcome !== "missing") return second;
  const isEmpty = second.from.items.length === 0;
  const last = isEmpty ? await lookAfter(second.from, emptyMilliseconds) : second;
  return last.outcome === "missing" ? { outcome: "gone" } : last;
}

async function lookLater(
  session: LookupSession,
  route: Endpoint,
  { notBefore, ...search }: Search & { readonly notBefore: number },
): Promise<Sighting | Missing> {
  await session.pauseUntil(notBefore, "another list that confirms its absence");
  return lookInList(session, route, search, notBefore);
}

/** The list before was long enough ago, and did not show it either. */
function isProven(
  { freshSince }: LookupSession,
  { before, startedAt, items }: Snapshot,
  { isIt }: Search,
): boolean {
  if (before === undefined || before.startedAt < freshSince || items.length === 0) return false;
  if (!before.whole || before.items.some(isIt)) return false;
  return before.completedAt + apartMilliseconds <= startedAt;
}

async function lookByGet(session: LookupSession, kind: Kind, id: string): Promise<Sighting> {
  const route = session.route(kind, "get");
  if (route === undefined) return { outcome: "unreadable" };
  try {
    const answer = await session.call(route, { params: paramsFor(route, id) });
    if (!isRecord(answer)) return { outcome: "unreadable" };
    session.trust(kind, "get");
    return { outcome: "seen", observed: answer };
  } catch (error) {
    if (!HostingError.isInstance(error)) throw error;
    if (error.code === "notFound" && session.isTrusted(kind, "get")) return { outcome: "gone" };
    if (isMissing(error) && !session.isTrusted(kind, "get")) return { outcome: "unreadable" };
    throw error;
  }
}

/** A 404 that may mean "no such route"; on a trusted route it is a fault that proves nothing. */
function isMissing(error: unknown): boolean {
  return HostingError.isInstance(error) && ["noRoute", "notFound"].includes(error.code);
}

function isNotFound(error: unknown): boolean {
  return HostingError.isInstance(error) && error.code === "notFound";
}
