import { type Context, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import type { z } from "zod";
import { firstProblem, jsonIn } from "../kinds/index.ts";
import { controlPrefix } from "./path.ts";
import type { Platform } from "./platform.ts";
import { type ControlRoute, Text } from "./route.ts";
import { controlRoutes } from "./routes.ts";

/**
 * The operator's actions over HTTP: every route calls a member of the platform. The keys, limits,
 * faults and log of the platform's own API have no part in it.
 */
export function createControlApp(platform: Platform, more: readonly ControlRoute[]): Hono {
  const routes = [...controlRoutes, ...more];
  const app = new Hono({ strict: false }).basePath(controlPrefix);
  app.use(async (context, next) => {
    refuseOtherOrigins(context);
    await next();
    for (const [name, value] of Object.entries(kept)) context.header(name, value);
  });
  const authenticated = (context: Context) => authenticate(context, platform);
  app.get("/", (context) => {
    authenticated(context);
    return context.json(routes.map(listed));
  });
  for (const route of routes) {
    app.on(route.method, route.path.replace(/\{(\w+)\}/, ":$1"), async (context) => {
      if (route.open !== true) authenticated(context);
      return answered(await perform(platform, route, context));
    });
  }
  app.all("*", (context) => {
    authenticated(context);
    const { method, path } = context.req;
    const error = `no such control route: ${method} ${path}; GET ${controlPrefix}/ lists them`;
    throw new HTTPException(404, { message: error });
  });
  // An error thrown by a member of the platform explains what it did not do; one with a code comes from below it.
  app.onError((error, context) => {
    const status = error instanceof HTTPException ? error.status : "code" in error ? 503 : 422;
    return context.json({ error: error.message }, status, kept);
  });
  return app;
}

/** Nothing is cached by browsers, or read as what it is not. */
const kept = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "same-origin",
};

function listed({ method, path, about }: ControlRoute) {
  return { method, path: controlPrefix + path, about };
}

/**
 * A page of another origin is not answered, whatever it knows; browsers say where a request comes from.
 * Opening the page from elsewhere is no such request: it is an address that somebody follows.
 *
 * @throws HTTPException 403 for what another page of the same browser asks.
 */
function refuseOtherOrigins({ req }: Context): void {
  const site = req.header("sec-fetch-site") ?? "none";
  const isFollowed = req.method === "GET" && req.header("sec-fetch-dest") === "document";
  const origin = req.header("origin");
  const isOurs = origin === undefined || origin === `http://${req.header("host")}`;
  if (isOurs && (isFollowed || site === "none" || site === "same-origin")) return;
  const message = "the request was refused: a page of another origin sent it";
  throw new HTTPException(403, { message });
}

/** @throws HTTPException 401 without the control token. */
function authenticate({ req }: Context, { controlToken }: Platform): void {
  const sent = /^Bearer +(\S+)$/i.exec(req.header("authorization") ?? "")?.[1] ?? "";
  if (sent === controlToken) return;
  const message =
    "control token not accepted: send the one that `npx pulumi-hosting platform` prints as bearer token";
  throw new HTTPException(401, { message });
}

async function perform(platform: Platform, route: ControlRoute, { req }: Context) {
  const notDone = `${route.method} ${controlPrefix}${route.path} was not done`;
  const text = route.method === "GET" ? "" : await req.text();
  return route.run(platform, {
    target: Object.values<string>(req.param())[0] ?? "",
    query: (schema) => checked(schema, req.query(), notDone),
    body: (schema) => {
      const json = jsonIn(text);
      if (json !== undefined) return checked(schema, json, notDone);
      const message = `${notDone}: its body is not JSON, or nested too deeply`;
      throw new HTTPException(400, { message });
    },
  });
}

function checked<T>(schema: z.ZodType<T>, value: unknown, notDone: string): T {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw new HTTPException(400, { message: `${notDone}: ${firstProblem(parsed.error)}` });
}

function answered(given: object | undefined): Response {
  if (given === undefined) return new Response(null, { status: 204 });
  return given instanceof Text
    ? new Response(given.text, { headers: given.headers })
    : Response.json(given);
}
