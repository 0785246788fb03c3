import type { z } from "zod";
import type { Assumptions } from "../../../contract/assumptions.ts";
import type { Endpoint, Kind, RouteName } from "../../../contract/endpoints.ts";
import { routeNamed } from "../../../contract/routes.ts";
import type { LinkWord } from "../../picture/index.ts";
import type { JsonObject } from "../../store/index.ts";
import { type Answer, ok, removed } from "./answer.ts";
import type { Context, ObjectKind } from "./context.ts";

/** One request of a route, as its handler sees it. */
export interface Call {
  readonly context: Context;
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
  body<T>(schema: z.ZodType<T>, refused: string): T;
}

/** Handles a call within its transaction; what it changed is undone when it throws. */
export type Handler = (call: Call) => Answer;

/** A route of the platform and what serves it. */
export interface Route {
  readonly endpoint: Endpoint;
  readonly kind: Kind;
  /** Its purpose, as the contract names it, e.g. `create`. */
  readonly purpose: string;
  /** The rule about the fields of its body. */
  readonly bodyRule: string;
  readonly handle: Handler;
}

/** A kind as the platform serves it. */
export interface ServedKind {
  /** Its routes under these assumptions: none where the one about it is "none". */
  routes(assumptions: Assumptions): readonly Route[];
}

/** A kind whose objects can be shown. */
export interface ShownKind extends ServedKind {
  readonly kind: Kind;
  readonly noun: string;
  readonly links: readonly Link[];
  all(context: Context): JsonObject[];
  /** The object with this id; undefined where there is none. */
  one(context: Context, id: string): JsonObject | undefined;
}

/** A field that names other objects. */
export interface Link {
  /** The field that names the other object; through lists and objects with dots. */
  readonly field: string;
  readonly to: readonly (Kind | "project")[];
  readonly label: LinkWord;
  /** True where pictures have the other object above. */
  readonly isTurned?: true;
}

/** The handler of each route of a kind: every documented one, and every assumed one. */
type Handlers<K extends Kind> = { readonly [N in RouteName<K>]: Handler };

/** The platform's part of a kind: its records, answers and handlers. */
interface Facts<T extends object, K extends Kind> extends Omit<ObjectKind<T>, "all" | "kind"> {
  readonly kind: K;
  /** The section that has its fields. */
  readonly spec: string;
  readonly links?: readonly Link[];
  serve(self: ObjectKind<T>): Handlers<K>;
}

/** A kind of objects. */
export function serveKind<T extends object, const K extends Kind>(
  facts: Facts<T, K>,
): ObjectKind<T> & ShownKind {
  const { serve, spec, links = [], ...of } = facts;
  const view: ObjectKind<T>["view"] = (object, context) => {
    const shown = of.view(object, context);
    const status = context.assumptions["fields.status"];
    if (object.gone_at === null || !Object.hasOwn(shown, status)) return shown;
    return { ...shown, [status]: context.busyWord("deleting") };
  };
  const self: ObjectKind<T> = {
    ...of,
    view,
    all: (context) => context.objects.list(of).map((object) => view(object, context)),
  };
  const one = (context: Context, id: string) => {
    const found = context.objects.find(of, id);
    return found && view(found, context);
  };
  const bodyRule = `${spec}: the fields of a request about a ${of.noun}`;
  const routes = routesOf(of.kind, bodyRule, () => serve(self));
  return { ...self, kind: of.kind, one, links, ...routes };
}

/** A kind that has routes and no objects. */
export function serveRoutes<const K extends Kind>(kind: K, serve: () => Handlers<K>): ServedKind {
  return routesOf(kind, "2: the fields of a request", serve);
}

function routesOf<K extends Kind>(kind: K, bodyRule: string, serve: () => Handlers<K>): ServedKind {
  return {
    routes: (assumptions) =>
      Object.entries<Handler>(serve()).flatMap(([purpose, handle]) => {
        const endpoint = routeNamed(kind, purpose, assumptions);
        return endpoint === undefined ? [] : [{ endpoint, kind, purpose, bodyRule, handle }];
      }),
  };
}

/** Answers all objects of a kind; the spec shows no envelope, so the list is the answer. */
export function listing<T extends object>(kind: ObjectKind<T>): Handler {
  return ({ context }) => ok(kind.all(context));
}

/** Answers the object named by the path. */
export function reading<T extends object>(kind: ObjectKind<T>): Handler {
  return ({ context, target }) => ok(kind.view(context.shown(kind, target), context));
}

/** Deletes the object named by the path. */
export function deleting<T extends object>(kind: ObjectKind<T>): Handler {
  return ({ context, target }) => {
    context.remove(kind, context.shown(kind, target));
    return removed;
  };
}
