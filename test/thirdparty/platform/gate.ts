import { authenticate, authorize } from "./access.ts";
import { type Call, type Prefix, Refusal, type Reply, type Route } from "./call.ts";
import type { Limits } from "./limits.ts";
import { type Fields, isFields, type Platform, type Thing } from "./store.ts";

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const PREFIXES: readonly Prefix[] = ["/api/v1", "/api/v2", "/v1"];

function header(request: Request, name: string): string {
  for (const [key, value] of Object.entries(request.headers))
    if (key.toLowerCase() === name) return value;
  return "";
}

/** The values of a route's `:names`, or nothing when the path is another one. */
function matched(
  wanted: readonly string[],
  given: readonly string[],
): Record<string, string> | undefined {
  if (wanted.length !== given.length) return undefined;
  const values: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? "";
    if (part.startsWith(":") && value !== "") values[part.slice(1)] = decoded(value);
    else if (part !== value) return undefined;
  }
  return values;
}

/** A pattern's parts, which are asked for with every request. */
function partsOf(pattern: string): readonly string[] {
  const parts = allParts.get(pattern) ?? pattern.split("/");
  allParts.set(pattern, parts);
  return parts;
}

const allParts = new Map<string, readonly string[]>();

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** The answer of an address without a route; a framework or a proxy answers it, so §7.1 need not hold. */
function unknown(platform: Platform, request: Request): Reply {
  const path = request.path.split("?")[0] ?? "";
  switch (platform.choices.unknownRoute) {
    case "html":
      return {
        status: 404,
        body: `<!DOCTYPE html><html><head><title>404</title></head><body><h1>Not Found</h1></body></html>`,
        headers: { "Content-Type": "text/html; charset=utf-8" },
      };
    case "jsonError":
      return { status: 404, body: { error: "Not Found" } };
    case "jsonMessage":
      return {
        status: 404,
        body: { message: `Cannot ${request.method} ${path}`, statusCode: 404 },
      };
    case "plain":
      return {
        status: 404,
        body: "404 page not found\n",
        headers: { "Content-Type": "text/plain" },
      };
  }
}

function elsewhere(platform: Platform, request: Request, allowed: readonly string[]): Reply {
  if (allowed.length === 0 || platform.choices.wrongMethod === 404)
    return unknown(platform, request);
  const headers = { Allow: [...new Set(allowed)].join(", ") };
  return {
    status: 405,
    body: { error: `method ${request.method} is not allowed for ${request.path}` },
    headers,
  };
}

function readBody(platform: Platform, request: Request): Fields {
  if (request.method === "GET" || request.method === "DELETE" || request.body.trim() === "")
    return {};
  const type = header(request, "content-type");
  // §2: "Content-Type: application/json on requests with a body".
  if (!/^application\/json\b/i.test(type)) {
    throw new Refusal(415, "request: Content-Type must be application/json");
  }
  let body: unknown;
  try {
    body = JSON.parse(request.body);
  } catch {
    throw new Refusal(400, "request: the body is not JSON");
  }
  if (!isFields(body))
    throw new Refusal(platform.choices.invalidStatus, "request: the body must be an object");
  return body;
}

interface Found {
  readonly route: Route | undefined;
  readonly parameters: Record<string, string>;
  readonly allowed: readonly string[];
}

function find(routes: readonly Route[], request: Request, path: string): Found {
  const allowed: string[] = [];
  const given = path.split("/");
  for (const route of routes) {
    const parameters = matched(partsOf(route.path), given);
    if (parameters === undefined) continue;
    if (route.method === request.method) return { route, parameters, allowed };
    allowed.push(route.method);
  }
  return { route: undefined, parameters: {}, allowed };
}

function hostOf(request: Request): string {
  const host = header(request, "host");
  return host === "" ? "https://thirdparty.example" : `http://${host}`;
}

function dispatch(
  platform: Platform,
  request: Request,
  asker: { key: Thing; prefix: Prefix; routes: readonly Route[] },
): Reply {
  const [path = "", query = ""] = request.path.split("?");
  const { route, parameters, allowed } = find(asker.routes, request, path);
  if (route === undefined) return elsewhere(platform, request, allowed);
  authorize(asker.key, {
    prefix: asker.prefix,
    need: route.need,
    what: `${request.method} ${path}`,
  });
  const call: Call = {
    platform,
    method: request.method,
    path: request.path,
    host: hostOf(request),
    prefix: asker.prefix,
    parameters,
    query: new URLSearchParams(query),
    body: readBody(platform, request),
    key: asker.key,
    organization: asker.key.organization,
  };
  return route.run(call);
}

/** Who asks, how often, what for: in this order, so that an unknown key learns nothing. */
export function answer(
  platform: Platform,
  request: Request,
  house: { limits: Limits; routes: readonly Route[] },
): Reply {
  const prefix = PREFIXES.find((candidate) => request.path.startsWith(`${candidate}/`));
  if (prefix === undefined) return unknown(platform, request);
  let headers: Readonly<Record<string, string>> = {};
  try {
    const key = authenticate(platform, header(request, "authorization"));
    const verdict = house.limits.check(key.id, prefix, platform.now());
    headers = verdict.headers;
    // §7.4, §7.1: 429 with `error`.
    if (!verdict.allowed) throw new Refusal(429, "request: rate limit exceeded");
    const reply = dispatch(platform, request, { key, prefix, routes: house.routes });
    return { ...reply, headers: { ...headers, ...reply.headers } };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { status: error.status, body: { error: error.message }, headers };
  }
}
