import type { Endpoint, Kind } from "../contract/endpoints.ts";
import { namedKinds } from "../contract/ids.ts";
import type { Listing, Observed, Props, Sighting } from "../define.ts";
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
export async function lookUp(session: LookupSession, look: Look): Promise<Sighting> {
  const { kind, id } = look;
  const listed = await lookInSharedList(session, look);
  if (listed.outcome === "seen" && isWhole(session, kind, listed.observed)) return listed;
  const got = await lookByGet(session, kind, id);
  if (got.outcome !== "unreadable") return got;
  if (listed.outcome === "seen") return listed;
  // A list without it proves nothing while a GET that is known to work gives no usable answer.
  const getDecides = session.route(kind, "get") !== undefined && session.isTrusted(kind, "get");
  return listed.outcome === "gone" && !getDecides ? confirmAbsence(session, look) : got;
}

/** An object that is looked for, and how it is told apart in a list. */
interface Look {
  readonly kind: Kind;
  readonly id: string;
  readonly isIt: (item: Props) => boolean;
}

/** Finds the object with an id in a list of its kind. */
export function isNamed(kind: Kind, id: string): (item: Props) => boolean {
  const field = namedKinds.has(kind) ? "name" : "id";
  return (item) => item[field] === ownPart(id);
}

/** An entry without a state may lack other details too, where the kind has a detail of its own. */
function isWhole(session: LookupSession, kind: Kind, item: Observed): boolean {
  const hasDetail = session.route(kind, "get")?.standing === "documented";
  return session.statusField in item || !hasDetail;
}

/** One list answers for every object of its kind; only documented ones come before a GET. */
async function lookInSharedList(session: LookupSession, look: Look): Promise<Sighting> {
  const route = session.route(look.kind, "list");
  if (route === undefined) return { outcome: "unreadable" };
  if (route.standing === "assumed" && session.route(look.kind, "get") !== undefined) {
    return { outcome: "unreadable" };
  }
  return lookInList(session, route, look);
}

async function lookInList(session: LookupSession, route: Endpoint, look: Look): Promise<Sighting> {
  const listing = await session.list(route, paramsFor(route, look.id)).catch((error: unknown) => {
    if (isMissing(error) && !session.isTrusted(look.kind, "list")) return undefined;
    throw error;
  });
  if (listing === undefined) return { outcome: "unreadable" };
  const found = listing.items.find(look.isIt);
  if (found !== undefined) {
    session.trust(look.kind, "list");
    return { outcome: "seen", observed: found };
  }
  const proves = listing.complete && session.isTrusted(look.kind, "list");
  return { outcome: proves ? "gone" : "unreadable" };
}

async function confirmAbsence(session: LookupSession, look: Look): Promise<Sighting> {
  const route = session.route(look.kind, "list");
  if (route === undefined) return { outcome: "unreadable" };
  await session.pause(secondLookMilliseconds, "a second list that confirms its absence");
  return lookInList(session, route, look);
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
