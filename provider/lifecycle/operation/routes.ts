import type { Endpoint, Kind, Verb } from "../../../contract/endpoints.ts";
import { findRoute } from "../../../contract/routes.ts";
import type { Props, Target } from "../../definition/session.ts";
import { HostingError } from "../../errors.ts";
import { hasNameAsId, isNameInPlaceOfId, shownId } from "../state/ids.ts";
import { learnedRoutes } from "../state/state.ts";
import type { Context } from "./context.ts";
import type { Operation } from "./operation.ts";

/** The routes there are, as far as the spec shows them, the settings allow them and one object has taught. */
export class Routes {
  readonly #context: Pick<Context, "assumptions" | "assumedRoutes">;
  /** By the route itself: what is known of one says nothing about another. */
  readonly #learned: Record<string, string>;

  /** `state` holds what earlier operations learned. */
  constructor(context: Pick<Context, "assumptions" | "assumedRoutes">, state: Props) {
    this.#context = context;
    this.#learned = learnedRoutes(state);
  }

  /** What is known about routes now, to be kept with the object. */
  get learned(): Readonly<Record<string, string>> {
    return this.#learned;
  }

  /** An assumed one is tried until the platform says that it has none (spec 4, note 4). */
  route(kind: Kind, verb: Verb): Endpoint | undefined {
    const { assumptions, assumedRoutes } = this.#context;
    const route = findRoute(kind, verb, assumptions);
    if (route === undefined || route.standing === "documented") return route;
    return assumedRoutes === "try" && this.#learned[keyOf(route)] !== "none" ? route : undefined;
  }

  /** The list that answers for every object of a kind; only documented ones come before a GET. */
  sharedList(kind: Kind): Endpoint | undefined {
    const list = this.route(kind, "list");
    const hasGet = this.route(kind, "get") !== undefined;
    return list?.standing === "assumed" && hasGet ? undefined : list;
  }

  /** True once the route answered for an object known to exist, and where the spec shows it. */
  isTrusted(kind: Kind, verb: Verb): boolean {
    const route = findRoute(kind, verb, this.#context.assumptions);
    if (route === undefined) return false;
    return route.standing === "documented" || this.#learned[keyOf(route)] === "works";
  }

  /** The route answered for an object known to exist. */
  trust(route: Endpoint): void {
    if (route.standing === "assumed") this.#learned[keyOf(route)] = "works";
  }

  /** True while no route that reads this kind is known to work. */
  mustLearn(kind: Kind): boolean {
    const routes = this.route(kind, "get") ?? this.route(kind, "list");
    return routes !== undefined && !this.isTrusted(kind, "get") && !this.isTrusted(kind, "list");
  }

  /** Remembers that the platform has no such route, unless it has worked before. */
  ruleOut(route: Endpoint): void {
    this.#learned[keyOf(route)] ??= "none";
  }
}

/** The collection a route leads into, e.g. `/api/v1/instances` for an instance and for its ports. */
export function collectionOf({ prefix, path }: Pick<Endpoint, "prefix" | "path">): string {
  return `${prefix}${path.split("/{")[0]}`;
}

/** A route in a state, e.g. `GET /v1/volumes/{volume_id}`, which is how assumptions name it. */
export function keyOf({ method, prefix, path }: Endpoint): string {
  return `${method} ${prefix}${path}`;
}

/**
 * The id by which the platform knows an object: the answer to its create may have brought none, so that
 * its name stands for it, while lists and paths have one (spec 4 note 1). The same as before where no
 * list tells it.
 */
export async function ownId(operation: Operation, target: Target<Props>): Promise<string> {
  const { definition, requests, routes } = operation;
  const { id } = target;
  const route = routes.route(definition.kind, "list");
  if (route === undefined || !isNameInPlaceOfId(definition.kind) || !hasNameAsId(target)) return id;
  try {
    const { items, whole } = await requests.list(route);
    const named = items.filter((item) => item["name"] === id);
    // Of two with one name nothing says which is meant.
    const only = whole && named.length === 1 ? named[0] : undefined;
    return (only && shownId(only)) ?? id;
  } catch (error) {
    if (!HostingError.isInstance(error)) throw error;
    return id;
  }
}
