import { isGone } from "../../../contract/assumptions.ts";
import type { Endpoint } from "../../../contract/endpoints.ts";
import type { Props } from "../../definition/session.ts";
import { HostingError } from "../../errors.ts";
import { idNamespace, isPlatformMade, naturalId, newId, paramsOfNew } from "../identity/ids.ts";
import { isCalled, isInRegion } from "../identity/name.ts";
import { isNotFound } from "../lookup/lookup.ts";
import { listVerdicts, listWithout } from "../lookup/verdicts.ts";
import { hasSeen } from "../operation/known-keys.ts";
import type { Operation } from "../operation/operation.ts";
import { readObject } from "../reconcile/ready.ts";
import { hidden, isNamed, strings } from "../record/state.ts";
import { lagMilliseconds } from "../run/recent-writes.ts";

/** A create of which nobody knows yet whether it was carried out. */
export interface Pending {
  readonly inputs: Props;
  /** False where the platform said that it was carried out, or that something has its name: then its absence proves nothing. */
  readonly mayBeAbsent: boolean;
  /** From when on the request cannot arrive any more. */
  readonly settlesAt: number;
  /** Fingerprint of the key that sent it. */
  readonly sentBy: string | undefined;
  /** The id that its answer brought, where an earlier run noted it. */
  readonly id: string | undefined;
}

/** The outcome of a create. */
export type Resolution =
  | { readonly is: "made"; readonly id: string }
  /** Proven: it made nothing, or that is gone, and it cannot arrive any more. */
  | { readonly is: "absent" }
  /** Nobody can say; `candidates` are ids of objects with its name. */
  | { readonly is: "unknown"; readonly candidates: readonly string[] };

const unknown: Resolution = { is: "unknown", candidates: [] };

/**
 * Looks for what a create made until it is found, or until every list would show it. Nobody can say
 * where the platform does not answer a look.
 */
export async function findPending(operation: Operation, pending: Pending): Promise<Resolution> {
  const { clock } = operation.context;
  const certainAt = pending.settlesAt + lagMilliseconds;
  const looks = lookMilliseconds.map((wait) => clock.now() + wait).filter((at) => at < certainAt);
  let found: LookOutcome = "unreadable";
  try {
    for (const at of [...looks, Math.max(certainAt, clock.now())]) {
      await operation.waiting.pauseUntil(at, "the outcome of its creation to show");
      operation.requests.mustShow(clock.now());
      found = await operation.requests.resolving(() => lookOnce(operation, pending));
      if (typeof found === "object") return found;
    }
  } catch (error) {
    if (!HostingError.isInstance(error)) throw error;
    return unknown;
  }
  return concluded(found, pending);
}

const lookMilliseconds = [0, 1_000, 3_000, 7_000, 15_000, 30_000] as const;

/** The outcome as a single look tells it, long after the request was sent. */
export async function lookBack(operation: Operation, pending: Pending): Promise<Resolution> {
  const found = await lookOnce(operation, pending);
  if (typeof found === "object") return found;
  const isCertain = operation.context.clock.now() >= pending.settlesAt + lagMilliseconds;
  return isCertain ? concluded(found, pending) : unknown;
}

function concluded(found: "missing" | "unreadable", { mayBeAbsent }: Pending): Resolution {
  return found === "missing" && mayBeAbsent ? { is: "absent" } : unknown;
}

type LookOutcome = Resolution | "missing" | "unreadable";

async function lookOnce(operation: Operation, pending: Pending): Promise<LookOutcome> {
  const { definition } = operation;
  const { inputs, sentBy } = pending;
  // To another account's key it is missing in any case, and what has its name may be theirs.
  const isOfKey = hasSeen(operation, strings([sentBy]));
  const id = pending.id ?? naturalId(definition, inputs);
  if (id === undefined) return isOfKey ? lookByName(operation, inputs) : unknown;
  // Each look is one list: the time of the last one makes it a proof.
  const proof = pending.id === undefined ? "one list" : "two lists";
  const result = await readObject(operation, { id, inputs, state: {} }, proof);
  if (result.outcome === "seen") return seenAs(operation, pending, { id, ...result });
  if (!isOfKey) return unknown;
  const isMissing = result.outcome === "gone";
  // The answer brought its id, so it was made, and what was made is there until something shows that it is gone.
  if (pending.id !== undefined) return isMissing ? { is: "absent" } : { is: "made", id };
  // Lists that leave out what is on its way, like an invitation (spec 3), prove no absence of it.
  return isMissing && definition.mayBeLeftOut?.({}) !== true ? "missing" : "unreadable";
}

/** What a look at an id says of the create: the id may have been noted, or follow from the inputs. */
function seenAs(
  operation: Operation,
  { id: noted, inputs, sentBy }: Pending,
  { id, observed }: { readonly id: string; readonly observed: Props },
): Resolution {
  const { definition } = operation;
  // A journal may have come from elsewhere, like a cache of CI: what has another name is not what was made.
  const isNoted = noted !== undefined && isNamed(definition);
  if (isNoted && !isCalled(observed, String(inputs["name"]))) return unknown;
  const isProof =
    hasSeen(operation, strings([sentBy])) || isPlatformMade(definition.kind, id, inputs);
  return isProof ? { is: "made", id } : { is: "unknown", candidates: [id] };
}

/**
 * A generated name is its declaration's alone, and one of the user's own was free before the create, as a whole list
 * showed. So the object that has it, and is in no state, is the one that the create made.
 */
async function lookByName(operation: Operation, inputs: Props): Promise<LookOutcome> {
  const { definition, requests, routes } = operation;
  const { kind } = definition;
  const route = routes.route(kind, "list");
  const { name } = inputs;
  if (route === undefined || typeof name !== "string") return unknown;
  const list = await requests.list(route, paramsOfNew(route, inputs)).catch(unlessNotFound);
  if (list === undefined) return "unreadable";
  routes.trustIfShown(route, kind, list.items);
  const named = list.items.filter(
    (item) => isCalled(item, name) && !isGone(item, operation.context),
  );
  if (named.length === 0) {
    const answer = listWithout(list, (item) => item["name"] !== undefined);
    return listVerdicts[answer][routes.standing(route)] === "missing" ? "missing" : "unreadable";
  }
  const ids = named.flatMap((item) => idOfNew(operation, route, inputs, item));
  const [id, another] = ids;
  if (id === undefined) return "unreadable";
  const isFromCreate = list.isWhole && named.every((item) => isInRegion(item, inputs));
  const isOne = another === undefined && (inputs[hidden.generatedName] === true || isFromCreate);
  return isOne ? { is: "made", id } : { is: "unknown", candidates: ids };
}

/** The id of an entry that no state has. */
function idOfNew(
  { context, definition }: Operation,
  route: Endpoint,
  inputs: Props,
  answer: Props,
): readonly string[] {
  const id = newId(definition, route, { answer, inputs: { ...inputs, name: answer["name"] } });
  return id === undefined || context.memory.holders.isHeld(idNamespace(definition), id) ? [] : [id];
}

function unlessNotFound(error: unknown): undefined {
  if (!isNotFound(error)) throw error;
}
