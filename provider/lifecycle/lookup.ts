import type { Endpoint, Kind } from "../contract/endpoints.ts";
import { namedKinds } from "../contract/ids.ts";
import type { Listing, Observed, Sighting } from "../define.ts";
import { HostingError } from "../errors.ts";
import { ownPart, paramsFor } from "./ids.ts";
import { isRecord } from "./state.ts";

/** What looking up needs of a session. */
export interface LookupSession {
  route(kind: Kind, verb: "get" | "list"): Endpoint | undefined;
  call(endpoint: Endpoint, request: { params: Record<string, string> }): Promise<unknown>;
  list(endpoint: Endpoint, params: Readonly<Record<string, string>>): Promise<Listing>;
  pause(milliseconds: number, waitingFor: string): Promise<void>;
  /** True once the route answered for an object known to exist. */
  isTrusted(kind: Kind, verb: "get" | "list"): boolean;
  trust(kind: Kind, verb: "get" | "list"): void;
  /** Field of an answer that holds the state of an object. */
  readonly statusField: string;
}

const secondLookMilliseconds = 2_000;

/**
 * Looks an object up by the routes of its kind. Absence is a claim that needs proof: a 404 with a
 * JSON `error` on a trusted route, or two complete lists without it.
 */
export async function lookUp(session: LookupSession, kind: Kind, id: string): Promise<Sighting> {
  const listed = await lookInSharedList(session, kind, id);
  if (listed.outcome === "seen" && isWhole(session, kind, listed.observed)) return listed;
  const got = await lookByGet(session, kind, id);
  if (got.outcome !== "unreadable") return got;
  if (listed.outcome === "seen") return listed;
  return listed.outcome === "gone" ? confirmAbsence(session, kind, id) : got;
}

/** An entry without a state may lack other details too, where the kind has a detail of its own. */
function isWhole(session: LookupSession, kind: Kind, item: Observed): boolean {
  const hasDetail = session.route(kind, "get")?.standing === "documented";
  return session.statusField in item || !hasDetail;
}

/** One list answers for every object of its kind; only documented ones come before a GET. */
async function lookInSharedList(session: LookupSession, kind: Kind, id: string): Promise<Sighting> {
  const route = session.route(kind, "list");
  if (route === undefined) return { outcome: "unreadable" };
  if (route.standing === "assumed" && session.route(kind, "get") !== undefined) {
    return { outcome: "unreadable" };
  }
  return lookInList(session, { kind, id, route });
}

interface ListLook {
  readonly kind: Kind;
  readonly id: string;
  readonly route: Endpoint;
}

async function lookInList(session: LookupSession, look: ListLook): Promise<Sighting> {
  const params = paramsFor(look.route, look.id);
  const listing = await session.list(look.route, params).catch((error: unknown) => {
    if (isMissing(error) && !session.isTrusted(look.kind, "list")) return undefined;
    throw error;
  });
  if (listing === undefined) return { outcome: "unreadable" };
  const field = namedKinds.has(look.kind) ? "name" : "id";
  const found = listing.items.find((item) => item[field] === ownPart(look.id));
  if (found !== undefined) {
    session.trust(look.kind, "list");
    return { outcome: "seen", observed: found };
  }
  const proves = listing.complete && session.isTrusted(look.kind, "list");
  return { outcome: proves ? "gone" : "unreadable" };
}

async function confirmAbsence(session: LookupSession, kind: Kind, id: string): Promise<Sighting> {
  const route = session.route(kind, "list");
  if (route === undefined) return { outcome: "unreadable" };
  await session.pause(secondLookMilliseconds, "a second list that confirms its absence");
  return lookInList(session, { kind, id, route });
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
