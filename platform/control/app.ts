import { timingSafeEqual } from "node:crypto";
import { type Context, Hono } from "hono";
import type { z } from "zod";
import { sha256 } from "../access/hash.ts";
import { Refusal } from "../http/answer.ts";
import { arriving } from "../http/arriving.ts";
import { bodyTooLarge, type IncomingBody, isTooDeep, readBody } from "../http/body.ts";
import { firstProblem } from "../http/problem.ts";
import { toResponse } from "../http/response.ts";
import type { Platform } from "../platform.ts";
import { parseJson } from "../whole-json.ts";
import { answered, kept, nothing } from "./answered.ts";
import { refuseOtherOrigins } from "./origin.ts";
import { controlPrefix } from "./path.ts";
import type { ControlRoute } from "./route.ts";
import { controlRoutes } from "./routes.ts";
import { noRule } from "./rule.ts";

/** The control API of one platform. */
export type ControlApp = Pick<Hono, "fetch">;

/**
 * What an operator does, over HTTP: every route calls a member of the platform. The keys, limits,
 * faults and log of the platform's own API have no part in it.
 */
export function createControlApp(platform: Platform): ControlApp {
  const app = new Hono();
  app.use(async (context, next) => {
    refuseOtherOrigins(context);
    await next();
  });
  app.on("GET", [controlPrefix, `${controlPrefix}/`], (context) => {
    authenticate(context, platform);
    return answered(list, context);
  });
  for (const route of controlRoutes) {
    const path = controlPrefix + route.path;
    app.on(route.method, path.replace(/\{(\w+)\}/, ":$1"), async (context) => {
      if (route.open !== true) authenticate(context, platform);
      return perform(platform, { route, context, body: await readBody(arriving(context.req.raw)) });
    });
  }
  app.notFound((context) => {
    authenticate(context, platform);
    throw unserved(context.req);
  });
  app.onError((error) => refused(error));
  return app;
}

/** The refusal of a method and path that no route has (RFC 9110 15.5.5, 15.5.6). */
function unserved({ method, path }: Pick<Context["req"], "method" | "path">): Refusal {
  const methods = [{ method: "GET", path: "/" }, ...controlRoutes]
    .filter((route) => isAt(path.slice(controlPrefix.length) || "/", route.path))
    .map((route) => route.method);
  if (methods.length === 0) {
    const error = `no such control route: ${method} ${path}; GET ${controlPrefix}/ lists them`;
    return Refusal.json(404, error, noRule);
  }
  const allow = [...new Set(methods)].sort().join(", ");
  const error = `${method} ${path} is not offered: the path takes ${allow}`;
  return Refusal.json(405, error, { ...noRule, headers: { allow } });
}

/** True for a path that the route has, whose placeholders stand for one segment each. */
function isAt(path: string, route: string): boolean {
  const [asked, known] = [path.split("/"), route.split("/")];
  return (
    asked.length === known.length &&
    known.every((part, at) => part === asked[at] || (part.startsWith("{") && asked[at] !== ""))
  );
}

const list = controlRoutes.map(listed);

function listed({ method, path, about }: ControlRoute) {
  return { method, path: controlPrefix + path, about };
}

/** @throws Refusal 401 without the control token. */
function authenticate({ req }: Context, { controlToken }: Platform): void {
  const sent = /^Bearer +(\S+)$/i.exec(req.header("authorization") ?? "")?.[1] ?? "";
  // Hashes are of one length, and comparing them takes one time whatever was sent.
  if (timingSafeEqual(Buffer.from(sha256(sent)), Buffer.from(sha256(controlToken)))) return;
  const why =
    "control token not accepted: send the one that `npx hosting platform` prints as bearer token";
  throw Refusal.json(401, why, { ...noRule, headers: { "www-authenticate": "Bearer" } });
}

interface Incoming {
  readonly route: ControlRoute;
  readonly context: Context;
  /** Undefined when it was too large. */
  readonly body: IncomingBody | undefined;
}

function perform(platform: Platform, { route, context, body }: Incoming): Response {
  if (body === undefined) throw bodyTooLarge();
  const called = `${route.method} ${controlPrefix}${route.path} was not done`;
  const given = route.run(platform, {
    target: Object.values(context.req.param())[0] ?? "",
    query: (schema) => checked(schema, context.req.query(), called),
    body: (schema) => checked(schema, jsonOf(body, called), called),
  });
  return given === undefined ? nothing() : answered(given, context);
}

function checked<T>(schema: z.ZodType<T>, value: unknown, called: string): T {
  const parsed = parseJson(schema, value);
  if (parsed.success) return parsed.data;
  throw Refusal.json(400, `${called}: ${firstProblem(parsed.error)}`, noRule);
}

function jsonOf({ json }: IncomingBody, called: string): unknown {
  if (json === undefined) throw Refusal.json(400, `${called}: its body is not JSON`, noRule);
  if (!isTooDeep(json)) return json;
  throw Refusal.json(400, `${called}: its body is nested too deeply`, noRule);
}

/** What a member of the platform throws says what it did not do; what has a code comes from below it. */
function refused(error: Error): Response {
  const status = "code" in error ? 503 : 422;
  const { answer } = error instanceof Refusal ? error : Refusal.json(status, error.message, noRule);
  return toResponse({ ...answer, headers: { ...kept, ...answer.headers } });
}
