import { isGone, statusIn } from "../../../contract/assumptions.ts";
import type { Endpoint, Kind } from "../../../contract/endpoints.ts";
import { allKinds, namedKinds } from "../../../contract/ids.ts";
import { limitedPrefix } from "../../../contract/limits.ts";
import type { LookupResult, Match, Observed, Props } from "../../definition/session.ts";
import { HostingError } from "../../errors.ts";
import { idIn, matchOf, paramsFor } from "../identity/ids.ts";
import type { Snapshot } from "../lists/list-cache.ts";
import { confirmAbsence, noteAnswered } from "../operation/known-keys.ts";
import type { Operation } from "../operation/operation.ts";
import { collectionOf, routeKey } from "../operation/routes.ts";
import { isRecord } from "../record/state.ts";
import { type Listed, mayBeLeftOut, type Proof, provedByLists } from "./absence.ts";

/** An object to look for. */
export interface Wanted {
  readonly kind: Kind;
  readonly id: string;
  /** True when its id is its name, because the answer to its create brought none. */
  readonly isName?: boolean | undefined;
  /** Given where its id alone does not tell it from others. */
  readonly match?: Match | undefined;
}

type Search = Match & Pick<Wanted, "kind" | "id"> & { readonly proof: Proof };

/**
 * Looks an object up by the routes of its kind. "gone" is proven as rule 2 says, to a key that saw
 * the object before; what this run created or deleted a moment ago is not expected to show it.
 *
 * @throws HostingError where the platform gives no usable answer, or another key may see the object.
 */
export async function lookUp(
  operation: Operation,
  wanted: Wanted,
  proof: Proof = "two lists",
): Promise<LookupResult> {
  const { context, name } = operation;
  const { kind, id } = wanted;
  // A container may be made again under the name of one that was just deleted.
  const mayReturn = name === "create" && namedKinds.has(kind);
  const isRecent = proof === "two lists" && context.memory.isDeleted(kind, id);
  if (isRecent && !mayReturn) return { outcome: "gone" };
  const search = searchFor(wanted, proof);
  const found = await look(operation, search);
  if (proof === "one list") return found.outcome === "missing" ? { outcome: "gone" } : found;
  const lookAgain = (route: Endpoint) => (notBefore: number) =>
    lookInList(operation, search, route, notBefore);
  const result =
    found.outcome === "missing"
      ? await provedByLists(operation, { kind, id, ...found }, lookAgain(found.route))
      : found;
  if (result.outcome === "gone") confirmAbsence(operation, id);
  return result;
}

/**
 * The detail of an object that a list has shown: by a GET that the spec has; in a wait, where many objects are asked for
 * one by one, only by a GET whose prefix has no rate limit (spec 8).
 */
export async function lookCloser(operation: Operation, wanted: Wanted): Promise<LookupResult> {
  const { kind } = wanted;
  const route = operation.routes.route(kind, "get");
  const isFree = route !== undefined && route.prefix !== limitedPrefix;
  const isShown = operation.requests.isPolling ? isFree : route?.standing === "documented";
  return isShown ? lookByGet(operation, searchFor(wanted)) : unreadable;
}

/** All that the platform shows of an object: its GET, or else its list, whose entries may show less. */
export async function lookAtWhole(operation: Operation, wanted: Wanted): Promise<LookupResult> {
  const got = await lookByGet(operation, searchFor(wanted));
  return got.outcome === "unreadable" ? lookUp(operation, wanted) : got;
}

const unreadable = { outcome: "unreadable" } as const;
const awaited = { outcome: "awaited" } as const;

function searchFor(
  { kind, id, isName = false, match = matchOf(kind, id, isName) }: Wanted,
  proof: Proof = "two lists",
): Search {
  return { kind, id, proof, ...match };
}

/** A list that many share comes first, then the GET of the object, then a list that is only assumed. */
async function look(operation: Operation, search: Search): Promise<Listed> {
  const { requests, routes } = operation;
  const { kind, proof } = search;
  requests.beginLook();
  const shared = search.isListedOnly ? routes.route(kind, "list") : routes.sharedList(kind);
  const listed = shared === undefined ? unreadable : await lookInList(operation, search, shared);
  const isProven = listed.outcome === "missing" && proof === "one list";
  if (isProven || isConclusive(operation, kind, listed)) return listed;
  // Asking for each of many new objects would cost a request per look.
  if (listed.outcome === "missing" && isAwaited(operation, search)) return awaited;
  if (search.isListedOnly === true) return listed;
  const got = await lookByGet(operation, search);
  const found =
    got.outcome === "unreadable" ? await lookWithoutGet(operation, search, shared && listed) : got;
  const isAbsent = found.outcome === "gone" || found.outcome === "missing";
  return isAbsent && isAwaited(operation, search) ? awaited : found;
}

/** Looks on after a GET that was of no use; `listed` is undefined where no list has been asked for. */
async function lookWithoutGet(
  operation: Operation,
  search: Search,
  listed: Listed | undefined,
): Promise<Listed> {
  const { routes } = operation;
  // A list without the object proves nothing while a GET that is known to work gives no usable answer.
  const isTrusted = routes.isTrusted(search.kind, "get");
  if (listed !== undefined) return isTrusted && listed.outcome === "missing" ? unreadable : listed;
  const list = isTrusted ? undefined : routes.route(search.kind, "list");
  return list === undefined ? unreadable : lookInList(operation, search, list);
}

/** Lists lag behind: an object that this run created a moment ago may not be shown yet. */
function isAwaited({ context }: Operation, { kind, id }: Search): boolean {
  return context.memory.isAwaited(kind, id);
}

/** False for an entry of a list without a state, where the spec shows a GET that has it. */
function isConclusive({ context, routes }: Operation, kind: Kind, listed: Listed): boolean {
  if (listed.outcome !== "seen") return listed.outcome === "gone";
  if (statusIn(listed.observed, context.assumptions) !== undefined) return true;
  return routes.route(kind, "get")?.standing !== "documented";
}

function seen(operation: Operation, { kind, id }: Search, found: ShownObject): LookupResult {
  operation.context.memory.noteSeen(kind, id);
  if (kind === operation.definition.kind) {
    operation.isSeen = true;
    noteAnswered(operation);
  }
  return { outcome: "seen", ...found };
}

type ShownObject = { readonly observed: Observed; readonly isListed?: boolean };

/** Looks into a list that was asked for at `notBefore` or later; one that is not known to show the kind proves nothing. */
async function lookInList(
  operation: Operation,
  search: Search,
  route: Endpoint,
  notBefore?: number,
): Promise<Listed> {
  const from = await listWith(operation, search, route, notBefore);
  if ("outcome" in from) return from;
  const { context, routes } = operation;
  const found = from.items.find((item) => search.isIt(item));
  routes.trustIfShown(route, search.kind, from.items);
  if (found !== undefined) {
    routes.trust(route);
    // Some platforms go on showing what is gone.
    if (isGone(found, context)) return { outcome: "gone" };
    return seen(operation, search, { observed: found, isListed: true });
  }
  const isTold = from.items.length === 0 || from.items.some(search.shows);
  if (!routes.works(route) || !isTold)
    return { ...unreadable, why: `${routeKey(route)} does not show it` };
  if (from.isWhole) return { outcome: "missing", from, route };
  return { ...unreadable, why: `the answers of ${routeKey(route)} are a part of a longer list` };
}

/** The list, or what its 404 comes to. */
async function listWith(
  operation: Operation,
  { kind, id, proof }: Search,
  route: Endpoint,
  notBefore: number | undefined,
): Promise<Snapshot | LookupResult> {
  const { requests, routes } = operation;
  try {
    return await requests.list(route, paramsFor(route, id), notBefore);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    if (route.path.includes("{")) return lookForParent(operation, { kind, id, proof, route });
    if (routes.works(route)) throw error;
    return unreadable;
  }
}

/** A list inside of an object, like the ports of an instance, is missing with that object (spec 3). */
async function lookForParent(
  operation: Operation,
  { kind, id, proof, route }: Omit<Search, keyof Match> & { route: Endpoint },
): Promise<LookupResult> {
  const { routes } = operation;
  const [parentId = ""] = Object.values(paramsFor(route, id));
  const parent = allKinds.find((one) => {
    const get = one === kind ? undefined : routes.route(one, "get");
    return get !== undefined && collectionOf(get) === collectionOf(route);
  });
  const found = parent && (await lookUp(operation, { kind: parent, id: parentId }, proof));
  if (found?.outcome === "gone") return found;
  return { ...unreadable, why: `${routeKey(route)} was answered with 404` };
}

async function lookByGet(operation: Operation, search: Search): Promise<LookupResult> {
  const { context, requests, routes } = operation;
  const { kind, id } = search;
  const route = routes.route(kind, "get");
  if (route === undefined) return unreadable;
  const params = paramsFor(route, id);
  try {
    const answer = await requests.call(route, { params });
    // The suffix of a share's id is in no path.
    const asked = Object.values(params).at(-1);
    if (!isRecord(answer) || !(search.isIt(answer) || isAnswerFor(answer, asked)))
      return unreadable;
    routes.trust(route);
    return isGone(answer, context)
      ? { outcome: "gone" }
      : seen(operation, search, { observed: answer });
  } catch (error) {
    return missedByGet(operation, search, route, error);
  }
}

/** @throws the error where it says nothing of the object. */
function missedByGet(
  operation: Operation,
  search: Search,
  route: Endpoint,
  error: unknown,
): LookupResult {
  const { routes } = operation;
  const { kind, proof } = search;
  if (!isNotFound(error)) throw error;
  if (isRuledOut(route, error)) routes.missed(route);
  const isTrusted = routes.isTrusted(kind, "get");
  // spec 7.2: an unknown resource is a 404 with an `error`; one without may be any proxy's.
  if (error.code !== "notFound") {
    if (isTrusted) throw error;
    return unreadable;
  }
  if (!isTrusted) return { ...unreadable, why: `${routeKey(route)} was answered with 404` };
  const isLeftOut = proof === "two lists" && mayBeLeftOut(operation, search);
  return isLeftOut ? awaited : { outcome: "gone" };
}

/** A gateway, or a route for something else, answers with an object as well: it has to show what was asked for. */
function isAnswerFor(answer: Props, asked: string | undefined): boolean {
  return asked !== undefined && (idIn(answer) === asked || answer["name"] === asked);
}

/** True for an answer that says of an assumed route that there is none: no object explains it. */
export function isRuledOut({ standing }: Endpoint, { status }: HostingError): boolean {
  return standing === "assumed" && (status === 405 || status === 501);
}

/** A 404 or 405: about the object, or about the route. */
export function isNotFound(error: unknown): error is HostingError {
  return HostingError.isInstance(error) && ["noRoute", "notFound"].includes(error.code);
}
