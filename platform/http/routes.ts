import { TrieRouter } from "hono/router/trie-router";
import { tryDecodeURIComponent } from "hono/utils/url";
import { type Context, type Route, servedRoutes } from "../kinds/index.ts";

/** A route with what a request's path says about it. */
export interface Match {
  readonly route: Route;
  /** Values of the path's placeholders, in its order. */
  readonly named: readonly string[];
}

/** The routes of the platform under some settings. */
export class Routes {
  readonly #router = new TrieRouter<Route>();

  constructor({ assumptions, settings }: Pick<Context, "assumptions" | "settings">) {
    for (const route of servedRoutes(assumptions, settings.routes)) {
      const { method, prefix, path } = route.endpoint;
      this.#router.add(method, `${prefix}${path}`.replace(/\{(\w+)\}/g, ":$1"), route);
    }
  }

  /** Undefined when no route has this method and path; HEAD is answered as GET is. */
  find(method: string, path: string): Match | undefined {
    const [[found]] = this.#router.match(method === "HEAD" ? "GET" : method, path);
    if (found === undefined) return undefined;
    const [route, params] = found;
    const named = Object.values(params).map((value) => tryDecodeURIComponent(String(value)));
    return { route, named };
  }

  /** The methods that the path takes. */
  methodsAt(path: string): readonly string[] {
    return ["DELETE", "GET", "PATCH", "POST", "PUT"].filter(
      (method) => this.find(method, path) !== undefined,
    );
  }
}
