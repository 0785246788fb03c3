import { isGone, statusIn } from "../../../contract/assumptions.ts";
import type { Endpoint, Kind } from "../../../contract/endpoints.ts";
import { namedKinds } from "../../../contract/ids.ts";
import { limitedPrefix } from "../../../contract/limits.ts";
import type { Finding, Observed, Props, Sighting } from "../../definition/session.ts";
import type { Snapshot } from "../lists/lists.ts";
import { findingOf, idIn, paramsFor } from "../state/ids.ts";
import { isRecord } from "../state/state.ts";
import {
  type Absent,
  isMissing,
  missedBy,
  missedByGet,
  missedWithin,
  proveAbsence,
} from "./absence.ts";
import type { Operation } from "./operation.ts";
import { keyOf } from "./routes.ts";

/**
 * Looks an object up by the routes of its kind. Absence is a claim that needs proof: a 404 of a
 * trusted route that names it or has a list beside it, or conclusive lists without it, and a key that would see it.
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
  const sighting = await witness.looking(kind, () => look(operation, { kind, id, ...finding }));
  if (sighting.outcome === "seen") {
    context.memory.noteSeen(kind, id);
    witness.noteSeen(kind, id, sighting.observed);
  }
  if (sighting.outcome === "gone") await witness.confirmAbsence(kind, id);
  return sighting;
}

/** What a GET shows of an object that a list has shown: where the spec has one, or asking for each of many costs nothing. */
export async function lookCloser(
  operation: Operation,
  { kind, id, isName = false, finding = findingOf(kind, id, isName) }: Wanted,
  mayAsk = hasDetail,
): Promise<Sighting> {
  return mayAsk(operation, kind) ? lookByGet(operation, { kind, id, ...finding }) : unreadable;
}

/** True where asking for each of many uses up no limit (spec 8). */
export function isUnlimited({ routes }: Operation, kind: Kind): boolean {
  return routes.route(kind, "get")?.prefix !== limitedPrefix;
}

export interface Wanted {
  readonly kind: Kind;
  readonly id: string;
  /** True when its id is its name, because the answer to its create brought none. */
  readonly isName?: boolean | undefined;
  /** Given where its id alone does not tell it from others. */
  readonly finding?: Finding | undefined;
}

type Search = Finding & Pick<Wanted, "kind" | "id">;

async function look(operation: Operation, search: Search): Promise<Sighting> {
  const { kind, id } = search;
  const listed = await lookInList(operation, search, { route: operation.routes.sharedList(kind) });
  if (listed.outcome === "gone" || listed.outcome === "awaited") return listed;
  if (listed.outcome === "seen" && isWhole(operation, kind, listed.observed)) return listed;
  const isAwaited = operation.context.memory.isAwaited(kind, id);
  // Lists lag behind, and asking for each of many new objects would cost a request per look.
  if (listed.outcome === "missing" && isAwaited) return awaited;
  // Nor would a GET that is not known to work add anything to the lists of those that wait.
  const isEnough = operation.requests.isPolling && !operation.routes.isTrusted(kind, "get");
  if (listed.outcome === "missing" && isEnough) return gone;
  const got = await lookByGet(operation, search);
  if (got.outcome === "unreadable") return decideByList(operation, search, listed);
  if (got.outcome !== "gone") return got;
  return isAwaited ? awaited : besides(operation, search, got);
}

/** What comes of an object that a GET missed, beside the list of the same place. */
async function besides(
  operation: Operation,
  search: Search,
  { bare, ...missed }: ReturnType<typeof missedBy>,
): Promise<Sighting> {
  const { context, requests, routes } = operation;
  if (context.memory.isDeleted(search.kind, search.id)) return gone;
  if (requests.isPolling && bare !== undefined) throw bare;
  if (requests.isPolling) return gone;
  const route = routes.route(search.kind, "list");
  const judged = await missedByGet(
    operation,
    { ...search, ...missed },
    {
      inList: () => lookInList(operation, search, { route, isBesides: true }),
      prove: async (absent) =>
        route
          ? provedBy(operation, search, { ...absent, ...missed, route, isBesides: true })
          : gone,
      byGet: () => lookByGet(operation, search),
    },
  );
  if (judged.outcome === "unreadable" && bare !== undefined) throw bare;
  return judged;
}

const unreadable = { outcome: "unreadable" } as const;
const gone = { outcome: "gone" } as const;
const awaited = { outcome: "awaited" } as const;

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
  const [{ kind }, { routes }] = [search, operation];
  // A list without it proves nothing while a GET that is known to work gives no usable answer.
  const getDecides = routes.route(kind, "get") !== undefined && routes.isTrusted(kind, "get");
  const list = routes.route(kind, "list");
  if (getDecides || list === undefined) return unreadable;
  return provedBy(operation, search, { ...listed, route: list });
}

/** What comes of it where later lists decide. */
async function provedBy(
  operation: Operation,
  search: Search,
  missed: Pick<Absent, "from"> & Asked & { route: Endpoint; says?: string | undefined },
): Promise<Sighting> {
  const { route, isBesides } = missed;
  return proveAbsence(operation, { ...search, ...missed }, (notBefore) =>
    lookInList(operation, search, { route, notBefore, isBesides }),
  );
}

/** An entry without a state may lack other details too, where the kind has a detail of its own. */
function isWhole(operation: Operation, kind: Kind, item: Observed): boolean {
  return statusIn(item, operation.context.assumptions) !== undefined || !hasDetail(operation, kind);
}

function hasDetail({ routes }: Operation, kind: Kind): boolean {
  return routes.route(kind, "get")?.standing === "documented";
}

/** A list that is asked. */
interface Asked {
  readonly route: Endpoint | undefined;
  readonly notBefore?: number;
  /** True where a GET missed the object already: then a list that never showed one says something as well. */
  readonly isBesides?: boolean | undefined;
}

async function lookInList(
  operation: Operation,
  search: Search,
  asked: Asked,
): Promise<Sighting | Absent> {
  const { route, isBesides } = asked;
  if (route === undefined) return unreadable;
  const from = await listFor(operation, search, { ...asked, route });
  if ("outcome" in from) return from;
  const { routes } = operation;
  noteAnswered(operation, route);
  const found = from.items.find((item) => search.isIt(item) && isThere(operation, item));
  if (found !== undefined) {
    routes.trust(route);
    return { outcome: "seen", observed: found, isListed: true };
  }
  // What lags shows what had its name, so it says nothing yet.
  if (from.items.some((item) => search.isIt(item) && operation.isFormer(item))) return awaited;
  const isAlike = (item: Props) => idIn(item)?.split("_")[0] === search.id.split("_")[0];
  const isUnlisted = from.whole && from.items.some(isAlike);
  const mayTell = isBesides === true || routes.isTrusted(search.kind, "list");
  const isOfKind = from.items.length === 0 || from.items.some(search.shows);
  if (!mayTell || !isOfKind) return { ...unreadable, isUnlisted };
  if (from.whole) return { outcome: "missing", from };
  return { ...unreadable, why: `what ${keyOf(route)} answers may be a part of a longer list` };
}

/** The list, or what its 404 says. */
async function listFor(
  operation: Operation,
  { kind, id }: Search,
  { route, notBefore, isBesides }: Asked & { route: Endpoint },
): Promise<Snapshot | Sighting> {
  const { requests, routes } = operation;
  try {
    return await requests.list(route, paramsFor(route, id), notBefore);
  } catch (error) {
    const mayBeNone = isBesides === true || !routes.isTrusted(kind, "list");
    if (mayBeNone && isMissing(error)) return unreadable;
    // A list inside of an object goes with it.
    if (!isMissing(error) || !route.path.includes("{")) throw error;
    return missedWithin(operation, { kind, id, route, error }, (outer) =>
      look(operation, { ...outer, ...findingOf(outer.kind, outer.id, false) }),
    );
  }
}

async function lookByGet(
  operation: Operation,
  search: Search,
): Promise<ReturnType<typeof missedBy>> {
  const { kind, id } = search;
  const route = operation.routes.route(kind, "get");
  if (route === undefined) return unreadable;
  try {
    const params = paramsFor(route, id);
    const answer = await operation.requests.call(route, { params });
    // What a share adds to the id is in no path.
    const asked = Object.values(params).at(-1);
    if (!isRecord(answer) || !(search.isIt(answer) || isNamed(answer, asked))) return unreadable;
    operation.routes.trust(route);
    noteAnswered(operation, route);
    if (operation.isFormer(answer)) return awaited;
    const shown = { outcome: "seen", observed: answer } as const;
    return isThere(operation, answer) ? shown : { ...gone, says: "it is shown as deleted" };
  } catch (error) {
    return missedBy(error, operation.routes.isTrusted(kind, "get"));
  }
}

function noteAnswered({ context }: Operation, route: Endpoint): void {
  for (const path of [route.path, ""]) context.memory.noteProven(keyOf({ ...route, path }));
}

/** A gateway, or a route for something else, answers with an object as well: it has to show what was asked for. */
function isNamed(answer: Props, asked: string | undefined): boolean {
  return asked !== undefined && (idIn(answer) === asked || answer["name"] === asked);
}

/** Some platforms go on showing what is gone, and what lags shows what had the name of a new object. */
function isThere({ context, isFormer }: Operation, item: Props): boolean {
  return !isFormer(item) && !isGone(item, context);
}
