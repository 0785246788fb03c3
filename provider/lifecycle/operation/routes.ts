import type { Endpoint, Kind, Verb } from "../../../contract/endpoints.ts";
import { idPrefixes } from "../../../contract/ids.ts";
import { findRoute } from "../../../contract/routes.ts";
import type { Props } from "../../definition/session.ts";
import { idIn } from "../identity/ids.ts";
import { learnedRoutes } from "../record/state.ts";
import type { Context } from "./context.ts";

/**
 * What is known of a route: the spec shows it; it is assumed, and worked for an object known to exist; or nobody has seen
 * it work.
 */
export type Standing = "documented" | "worked" | "untried";

/**
 * The routes there are, as far as the spec shows them, the settings allow them, and this run and
 * earlier operations on the object learned.
 */
export class Routes {
  readonly #context: Pick<Context, "assumptions" | "assumedRoutes" | "memory">;
  /** By the route itself: what is known of one says nothing about another. */
  readonly #learned: Record<string, string>;

  /** `state` holds what earlier operations learned. */
  constructor(context: Pick<Context, "assumptions" | "assumedRoutes" | "memory">, state: Props) {
    this.#context = context;
    this.#learned = learnedRoutes(state);
  }

  /** The known facts about routes of this object, stored with it. */
  get learned(): Readonly<Record<string, string>> {
    return this.#learned;
  }

  /** An assumed one is tried until the platform says that it has none (spec 4, note 4). */
  route(kind: Kind, verb: Verb): Endpoint | undefined {
    const { assumptions, assumedRoutes } = this.#context;
    const route = findRoute(kind, verb, assumptions);
    if (route === undefined || route.standing === "documented") return route;
    return assumedRoutes === "try" && this.#known(route) !== "none" ? route : undefined;
  }

  /** The list that answers for every object of a kind; an assumed one comes after a GET. */
  sharedList(kind: Kind): Endpoint | undefined {
    const list = this.route(kind, "list");
    const hasGet = this.route(kind, "get") !== undefined;
    return list?.standing === "assumed" && hasGet ? undefined : list;
  }

  /** What is known of a route. */
  standing(route: Endpoint): Standing {
    if (route.standing === "documented") return "documented";
    return this.#known(route) === "works" ? "worked" : "untried";
  }

  /** True for a route that the spec shows, or that worked for an object known to exist. */
  works(route: Endpoint | undefined): boolean {
    return route !== undefined && this.standing(route) !== "untried";
  }

  /** The route worked: a read showed an object known to exist, a write was accepted. */
  trust(route: Endpoint): void {
    if (route.standing === "documented") return;
    this.#learned[routeKey(route)] = "works";
    this.#context.memory.routes.set(routeKey(route), "works");
  }

  /** A list with an object of the kind is the list of the kind. */
  trustIfShown(route: Endpoint, kind: Kind, items: readonly Props[]): void {
    const prefix = idPrefixes[kind];
    if (prefix !== undefined && items.some((item) => idIn(item)?.startsWith(prefix)))
      this.trust(route);
  }

  /** True where routes are assumed to read this kind, and none of them is known to work. */
  areReadsUntried(kind: Kind): boolean {
    const reads = [this.route(kind, "get"), this.route(kind, "list")];
    return reads.some((route) => route !== undefined) && !reads.some((route) => this.works(route));
  }

  /** The platform has no such route. */
  ruleOut(route: Endpoint): void {
    this.#learned[routeKey(route)] = "none";
    this.#context.memory.routes.set(routeKey(route), "none");
  }

  /** An assumed read route was answered with 404: this run asks it no more. */
  missed(route: Endpoint): void {
    this.#context.memory.routes.set(routeKey(route), "none");
  }

  #known(route: Endpoint): string | undefined {
    return this.#context.memory.routes.get(routeKey(route)) ?? this.#learned[routeKey(route)];
  }
}

/** The collection a route leads into, e.g. `/api/v1/instances` for an instance and for its ports. */
export function collectionOf({ prefix, path }: Pick<Endpoint, "prefix" | "path">): string {
  return `${prefix}${path.split("/{")[0]}`;
}

/** A route in a state, e.g. `GET /v1/volumes/{volume_id}`, which is how assumptions name it. */
export function routeKey({ method, prefix, path }: Endpoint): string {
  return `${method} ${prefix}${path}`;
}
