import type { Endpoint, Kind } from "../../../contract/endpoints.ts";
import { findRoute, type Verb } from "../../../contract/routes.ts";
import type { Props } from "../../definition/session.ts";
import { learnedRoutes } from "../state/state.ts";
import type { Context } from "./context.ts";

/** The routes there are, as far as the spec shows them, the settings allow them and one object has taught. */
export class Routes {
  readonly #context: Pick<Context, "assumptions" | "assumedRoutes">;
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
    if (route?.standing === "documented") return route;
    return assumedRoutes === "try" && this.#learned[`${kind}.${verb}`] !== "none"
      ? route
      : undefined;
  }

  /** The list that answers for every object of a kind; only documented ones come before a GET. */
  sharedList(kind: Kind): Endpoint | undefined {
    const list = this.route(kind, "list");
    const hasGet = this.route(kind, "get") !== undefined;
    return list?.standing === "assumed" && hasGet ? undefined : list;
  }

  /** Where objects of a kind are. */
  collection(kind: Kind): string {
    const route = this.route(kind, "list") ?? this.route(kind, "get");
    return route === undefined ? kind : collectionOf(route);
  }

  /** True once the route answered for an object known to exist, and where the spec shows it. */
  isTrusted(kind: Kind, verb: Verb): boolean {
    const { standing } = findRoute(kind, verb, this.#context.assumptions) ?? {};
    return standing === "documented" || this.#learned[`${kind}.${verb}`] === "works";
  }

  trust(kind: Kind, verb: Verb): void {
    if (findRoute(kind, verb, this.#context.assumptions)?.standing === "assumed") {
      this.#learned[`${kind}.${verb}`] = "works";
    }
  }

  /** True while no route that reads this kind is known to work. */
  mustLearn(kind: Kind): boolean {
    const routes = this.route(kind, "get") ?? this.route(kind, "list");
    return routes !== undefined && !this.isTrusted(kind, "get") && !this.isTrusted(kind, "list");
  }

  /** Remembers that the platform has no such route. */
  ruleOut(kind: Kind, verb: Verb): void {
    this.#learned[`${kind}.${verb}`] = "none";
  }
}

/** The collection a route leads into, e.g. `/api/v1/instances` for an instance and for its ports. */
export function collectionOf({ prefix, path }: Pick<Endpoint, "prefix" | "path">): string {
  return `${prefix}${path.split("/{")[0]}`;
}
