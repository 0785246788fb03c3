import type { Match, Route } from "./route.ts";

/** A route by the segments of its path, each text or a placeholder. */
interface Pattern {
  readonly route: Route;
  readonly segments: readonly (string | typeof placeholder)[];
}

const placeholder = Symbol("any text");

/** Finds routes by method and path. */
export class Router {
  readonly #whole = new Map<string, Match>();
  readonly #patterns: readonly Pattern[];
  /** By method and number of segments. */
  readonly #alike: ReadonlyMap<string, readonly Pattern[]>;

  constructor(routes: readonly Route[]) {
    this.#patterns = routes.map(patternOf);
    this.#alike = Map.groupBy(this.#patterns, ({ route, segments }) =>
      alike(route.endpoint.method, segments),
    );
    for (const route of routes) {
      const { method, prefix, path } = route.endpoint;
      if (!path.includes("{")) this.#whole.set(`${method} ${prefix}${path}`, { route, named: [] });
    }
  }

  /** Undefined when no route has this method and path; HEAD is answered as GET is. */
  find(method: string, path: string): Match | undefined {
    const asked = method === "HEAD" ? "GET" : method;
    const whole = this.#whole.get(`${asked} ${path}`);
    if (whole !== undefined) return whole;
    const segments = path.split("/");
    const found = this.#alike
      .get(alike(asked, segments))
      ?.find(({ segments: known }) => fits(known, segments));
    return found && { route: found.route, named: namedBy(found, segments) };
  }

  /** The routes that have this path. */
  at(path: string): readonly Route[] {
    const segments = path.split("/");
    return this.#patterns
      .filter(({ segments: known }) => fits(known, segments))
      .map(({ route }) => route);
  }
}

function alike(method: string, { length }: Pattern["segments"]): string {
  return `${method} ${length}`;
}

function patternOf(route: Route): Pattern {
  const { prefix, path } = route.endpoint;
  const segments = `${prefix}${path}`
    .split("/")
    .map((segment) => (segment.startsWith("{") ? placeholder : segment));
  return { route, segments };
}

function fits(known: Pattern["segments"], asked: readonly string[]): boolean {
  return (
    known.length === asked.length &&
    known.every((part, at) => (part === placeholder ? asked[at] !== "" : part === asked[at]))
  );
}

function namedBy({ segments }: Pattern, asked: readonly string[]): readonly string[] {
  return asked.filter((_, at) => segments[at] === placeholder).map(decoded);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
