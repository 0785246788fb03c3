import type { Assumptions } from "../contract/assumptions.ts";
import type { Kind, RouteName } from "../contract/endpoints.ts";
import { routeNamed } from "../contract/routes.ts";
import type { JsonObject } from "./http/answer.ts";
import type { Handler, Route } from "./http/route.ts";
import { routeRule } from "./rules/route-rule.ts";
import type { ObjectKind, World } from "./world.ts";

/** A kind as the platform serves it. */
export interface ServedKind {
  /** Its routes under these assumptions: none where the one about it is "none". */
  routes(assumptions: Assumptions): readonly Route[];
}

/** A kind whose objects can be shown. */
export interface ShownKind extends ServedKind {
  all(world: World): JsonObject[];
  /** The object with this id; undefined where there is none. */
  one(world: World, id: string): JsonObject | undefined;
}

/** What serves each route of a kind: every documented one, and every one that is taken as true. */
type Handlers<K extends Kind> = { readonly [N in RouteName<K>]: Handler };

/** A kind of objects, with what the platform says about them and what serves them. */
export function defineKind<T extends object, const K extends Kind>(
  facts: Omit<ObjectKind<T>, "all" | "kind"> & {
    readonly kind: K;
    serve(self: ObjectKind<T>): Handlers<K>;
  },
): ObjectKind<T> & ShownKind {
  const { serve, ...of } = facts;
  const view: ObjectKind<T>["view"] = (object, world) => of.view(object, world.around(of, object));
  const self: ObjectKind<T> = {
    ...of,
    view,
    all: (world) => world.objects.list(of).map((object) => view(object, world)),
  };
  const one = (world: World, id: string) => {
    const found = world.objects.find(of, id);
    return found && view(found, world);
  };
  return { ...self, one, ...defineRoutes(of.kind, () => serve(self)) };
}

/** A kind that has routes and no objects of its own. */
export function defineRoutes<const K extends Kind>(kind: K, serve: () => Handlers<K>): ServedKind {
  return {
    routes: (assumptions) =>
      Object.entries<Handler>(serve()).flatMap(([purpose, handle]) => {
        const endpoint = routeNamed(kind, purpose, assumptions);
        if (endpoint === undefined) return [];
        return [{ endpoint, kind, purpose, rule: routeRule(endpoint, kind, purpose), handle }];
      }),
  };
}
