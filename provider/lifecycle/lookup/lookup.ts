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
import {
  type GetAnswer,
  getVerdicts,
  type ListAnswer,
  listVerdicts,
  listWithout,
} from "./verdicts.ts";

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
  const isRecent = proof === "two lists" && context.memory.writes.isDeleted(kind, id);
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

/** Lists lag behind: an object that this run created a moment ago may not be shown yet. */
async function look(operation: Operation, search: Search): Promise<Listed> {
  const found = await lookByRoutes(operation, search);
  const isMissing = found.outcome === "missing" && search.proof === "two lists";
  const isAbsent = found.outcome === "gone" || isMissing;
  return isAbsent && isAwaited(operation, search) ? awaited : found;
}

/** A list that many share comes first, then the GET of the object, then a list that is only assumed. */
async function lookByRoutes(operation: Operation, search: Search): Promise<Listed> {
  const { requests, routes } = operation;
  const { kind } = search;
  requests.beginLook();
  const shared = search.isListedOnly ? routes.route(kind, "list") : routes.sharedList(kind);
  const listed = shared && (await lookInList(operation, search, shared));
  if (listed?.outcome === "gone") return listed;
  if (listed?.outcome === "seen" && isEnough(operation, kind, listed)) return listed;
  // Asking for each of many new objects would cost a request per look.
  const isEnoughMissed = search.proof === "one list" || isAwaited(operation, search);
  if (listed?.outcome === "missing" && isEnoughMissed) return listed;
  if (search.isListedOnly === true) return listed ?? unreadable;
  const got = await lookByGet(operation, search);
  return got.outcome === "unreadable" ? lookWithoutGet(operation, search, listed) : got;
}

/** Looks on after a GET that told nothing; `listed` is undefined where no list has been asked for. */
async function lookWithoutGet(
  operation: Operation,
  search: Search,
  listed: Listed | undefined,
): Promise<Listed> {
  const { routes } = operation;
  const { kind } = search;
  // A list without the object proves nothing while a GET that is known to work tells nothing.
  if (routes.works(routes.route(kind, "get")))
    return listed === undefined || listed.outcome === "missing" ? unreadable : listed;
  const list = routes.route(kind, "list");
  if (listed !== undefined || list === undefined) return listed ?? unreadable;
  return lookInList(operation, search, list);
}

function isAwaited({ context }: Operation, { kind, id }: Search): boolean {
  return context.memory.writes.isAwaited(kind, id);
}

/** False for an entry of a list without a state, where the spec shows a GET that has it. */
function isEnough(
  { context, routes }: Operation,
  kind: Kind,
  { observed }: { readonly observed: Observed },
): boolean {
  const hasState = statusIn(observed, context.assumptions) !== undefined;
  return hasState || routes.route(kind, "get")?.standing !== "documented";
}

function seen(operation: Operation, { kind, id }: Search, found: ShownObject): LookupResult {
  operation.context.memory.writes.noteSeen(kind, id);
  if (kind === operation.definition.kind) {
    operation.isSeen = true;
    noteAnswered(operation);
  }
  return { outcome: "seen", ...found };
}

type ShownObject = { readonly observed: Observed; readonly isListed?: boolean };

/** Looks into a list that was asked for at `notBefore` or later. */
async function lookInList(
  operation: Operation,
  search: Search,
  route: Endpoint,
  notBefore?: number,
): Promise<Listed> {
  const { requests, routes } = operation;
  let from: Snapshot;
  try {
    from = await requests.list(route, paramsFor(route, search.id), notBefore);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    if (route.path.includes("{")) return lookForParent(operation, search, route);
    if (listVerdicts.noSuchRoute[routes.standing(route)] === "error") throw error;
    return unreadable;
  }
  const entry = from.items.find((item) => search.isIt(item));
  if (entry === undefined) routes.trustIfShown(route, search.kind, from.items);
  else routes.trust(route);
  const answer = listAnswer(operation, search, from, entry);
  const verdict = listVerdicts[answer][routes.standing(route)];
  if (verdict === "gone") return { outcome: "gone" };
  if (verdict === "missing" || verdict === "missingFromEmpty")
    return { outcome: "missing", from, route, isProof: verdict === "missing" };
  if (verdict === "seen" && entry !== undefined)
    return seen(operation, search, { observed: entry, isListed: true });
  const why =
    answer === "partOfList"
      ? `the answers of ${routeKey(route)} are a part of a longer list`
      : `${routeKey(route)} does not show it`;
  return { ...unreadable, why };
}

/** A list as an answer about the object, of which it may have the entry. */
function listAnswer(
  { context }: Operation,
  { shows }: Search,
  list: Snapshot,
  entry: Props | undefined,
): ListAnswer {
  if (entry === undefined) return listWithout(list, shows);
  return isGone(entry, context) ? "listedAsGone" : "listed";
}

/** A list inside of an object, like the ports of an instance, is missing with that object (spec 3). */
async function lookForParent(
  operation: Operation,
  { kind, id, proof }: Search,
  route: Endpoint,
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
  const { routes } = operation;
  const route = routes.route(search.kind, "get");
  if (route === undefined) return unreadable;
  const { answer, observed, error } = await askGet(operation, search, route);
  const verdict = getVerdicts[answer][routes.standing(route)];
  if (verdict === "seen" && observed !== undefined) return seen(operation, search, { observed });
  if (verdict === "error") throw error;
  if (verdict === "gone") {
    const isLeftOut = search.proof === "two lists" && mayBeLeftOut(operation, search);
    return answer === "notFound" && isLeftOut ? awaited : { outcome: "gone" };
  }
  return answer === "notFound"
    ? { ...unreadable, why: `${routeKey(route)} was answered with 404` }
    : unreadable;
}

interface GetAnswered {
  readonly answer: GetAnswer;
  readonly observed?: Observed;
  readonly error?: HostingError;
}

/** @throws HostingError where there is no answer about the object. */
async function askGet(
  { context, requests, routes }: Operation,
  search: Search,
  route: Endpoint,
): Promise<GetAnswered> {
  const params = paramsFor(route, search.id);
  try {
    const observed = await requests.call(route, { params });
    // The suffix of a share's id is in no path.
    const asked = Object.values(params).at(-1);
    if (!isRecord(observed) || !(search.isIt(observed) || isAnswerFor(observed, asked)))
      return { answer: "otherShown" };
    routes.trust(route);
    return { answer: isGone(observed, context) ? "shownAsGone" : "shown", observed };
  } catch (error) {
    if (!isNotFound(error)) throw error;
    if (isRuledOut(route, error)) routes.missed(route);
    return { answer: error.code === "notFound" ? "notFound" : "noSuchRoute", error };
  }
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
