import type { World } from "../world.ts";
import { Refusal } from "./answer.ts";
import type { Route } from "./route.ts";
import type { Router } from "./router.ts";

/** Whether the route is there, by the platform's settings. */
export function isServed({ endpoint }: Route, { settings }: World): boolean {
  return settings.routes === "all" || endpoint.standing === "documented";
}

/** The refusal of a method and path that no route has. */
export function unserved(
  { method, path }: { readonly method: string; readonly path: string },
  router: Router,
  world: World,
): Refusal {
  const methods = router
    .at(path)
    .filter((route) => isServed(route, world))
    .map(({ endpoint }) => endpoint.method);
  if (methods.length > 0 && world.choice("errors.otherMethod") === 405) {
    const allow = [...new Set(methods)].sort().join(", ");
    return Refusal.json(405, `${method} ${path} is not offered: the path takes ${allow}`, {
      by: "errors.otherMethod",
      headers: { allow },
    });
  }
  const error = `no such route: ${method} ${path}`;
  const by = methods.length > 0 ? "errors.otherMethod" : "errors.unknownRoute";
  return world.choice("errors.unknownRoute") === "json"
    ? Refusal.json(404, error, { by })
    : Refusal.text(404, error, { by });
}
