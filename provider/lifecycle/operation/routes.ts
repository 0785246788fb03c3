import type { Endpoint, Kind } from "../../../contract/endpoints.ts";
import { findRoute, type Verb } from "../../../contract/routes.ts";
import type { Props } from "../../definition/definition.ts";
import { collectionOf } from "../existence/roll-call.ts";
import { learnedRoutes } from "../state/state.ts";
import type { Context } from "./context.ts";

/** The routes there are, as far as the spec shows them, the settings allow them and one object has taught. */
export class KnownRoutes {
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

  route(kind: Kind, verb: Verb): Endpoint | undefined {
    const { assumptions, assumedRoutes } = this.#context;
    const route = findRoute(kind, verb, assumptions);
    const allowed = route?.standing === "documented" || assumedRoutes === "try";
    return allowed && this.#learned[`${kind}.${verb}`] !== "none" ? route : undefined;
  }

  /** Where objects of a kind are, as the roll call names it. */
  collection(kind: Kind): string {
    const route = this.route(kind, "list") ?? this.route(kind, "get");
    return route === undefined ? kind : collectionOf(route);
  }

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
