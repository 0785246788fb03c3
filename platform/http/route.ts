import type { Endpoint, Kind } from "../../contract/endpoints.ts";
import type { LazySchema } from "../lazy-schema.ts";
import type { Rule } from "../rules/rule.ts";
import type { ObjectKind, World } from "../world.ts";
import { type Answer, ok, removed } from "./answer.ts";

/** One request of a route, as its handler sees it. */
export interface Call {
  readonly world: World;
  /** Value of the path's first placeholder: the object that the request is about. */
  readonly target: string;
  /** Value of its second placeholder, for what is named within the target; else empty. */
  readonly nested: string;
  query(name: string): string | undefined;
  /**
   * The JSON body, checked.
   *
   * @param refused What did not happen when the body is not accepted, e.g. `volume was not created`.
   * @throws Refusal naming the first field that is wrong.
   */
  body<T>(schema: LazySchema<T>, refused: string): T;
}

/** Handles a call within its transaction; what it changed is undone when it throws. */
export type Handler = (call: Call) => Answer;

/** A route of the platform and what serves it. */
export interface Route {
  readonly endpoint: Endpoint;
  readonly kind: Kind;
  /** What it is for, as the contract names it, e.g. `create`. */
  readonly purpose: string;
  /** What says that it is there. */
  readonly rule: Rule | undefined;
  readonly handle: Handler;
}

/** A route with what a request's path says about it. */
export interface Match {
  readonly route: Route;
  /** Values of the path's placeholders, in its order. */
  readonly named: readonly string[];
}

/** Answers all objects of a kind; the spec shows no envelope, so lists are plain arrays. */
export function listing<T extends object>(kind: ObjectKind<T>): Handler {
  return ({ world }) => ok(kind.all(world));
}

/** Answers the object named by the path. */
export function reading<T extends object>(kind: ObjectKind<T>): Handler {
  return ({ world, target }) => ok(kind.view(world.require(kind, target), world));
}

/** Deletes the object named by the path. */
export function deleting<T extends object>(kind: ObjectKind<T>): Handler {
  return ({ world, target }) => {
    world.objects.remove(kind, world.require(kind, target).id);
    return removed;
  };
}
