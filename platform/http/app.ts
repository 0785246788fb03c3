import { type Context, Hono } from "hono";
import { authorize } from "../access/authorize.ts";
import type { Engine } from "../engine.ts";
import type { World } from "../world.ts";
import { type Answer, Refusal } from "./answer.ts";
import { bodyTooLarge, type IncomingBody, parseBody, readBody } from "./body.ts";
import type { Call, Route } from "./route.ts";

/** The one prefix that the spec limits (spec 8). */
const limitedPrefix = "/api/v1/";

/** A route with what the request's path says about it. */
interface Match {
  readonly route: Route;
  /** Values of the path's placeholders, in its order. */
  readonly named: readonly string[];
}

interface Incoming {
  readonly context: Context;
  /** Undefined when no route has this method and path. */
  readonly match: Match | undefined;
  /** Undefined when it was too large. */
  readonly body: IncomingBody | undefined;
}

/** The platform as a Hono app: it answers `fetch` without a socket and behind one alike. */
export function createApp(engine: Engine, routes: readonly Route[]): Hono {
  const app = new Hono();
  for (const route of routes) {
    const { method, prefix, path } = route.endpoint;
    const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
    app.on(method, prefix + path.replace(/\{(\w+)\}/g, ":$1"), (context) => {
      const named = placeholders.map((name) => context.req.param(name) ?? "");
      return serve(engine, context, { route, named });
    });
  }
  app.notFound((context) => serve(engine, context, undefined));
  app.onError((error) =>
    toResponse(Refusal.json(503, `the platform did not answer: ${error.message}`).answer),
  );
  return app;
}

async function serve(engine: Engine, context: Context, match: Match | undefined) {
  const body = await readBody(context.req.raw);
  // The answer, what it changed and its log line are kept together or not at all.
  const answer = engine.database.transaction(() => {
    const { method, path } = context.req;
    const given = engine.faults.take(method, path) ?? answerTo(engine, { context, match, body });
    engine.requests.add({ time: engine.clock.now(), method, path, status: given.status });
    return given;
  });
  return toResponse(answer);
}

function answerTo(engine: Engine, incoming: Incoming): Answer {
  try {
    return handle(engine, incoming);
  } catch (error) {
    if (error instanceof Refusal) return error.answer;
    const reason = error instanceof Error ? error.message : String(error);
    return Refusal.json(500, `the platform could not handle the request: ${reason}`).answer;
  }
}

function handle(engine: Engine, { context, match, body }: Incoming): Answer {
  const { method, path } = context.req;
  const caller = engine.keys.authenticate(context.req.header("authorization"));
  const world = engine.world(caller);
  if (path.startsWith(limitedPrefix)) engine.rateLimit.count(caller, world);
  if (match === undefined || !isServed(match.route, world)) throw Refusal.noRoute(method, path);
  authorize(caller, match.route, world);
  if (body === undefined) throw bodyTooLarge();
  const [target = "", nested = ""] = match.named;
  const call: Call = {
    world,
    target,
    nested,
    query: (name) => context.req.query(name),
    body: (schema, refused) => parseBody(body, world, { schema, refused }),
  };
  return engine.database.attempt(() => match.route.handle(call));
}

function isServed({ endpoint }: Route, { settings }: World): boolean {
  return settings.routes === "all" || endpoint.standing === "documented";
}

function toResponse({ status, headers, body }: Answer): Response {
  return new Response(body, { status, headers: { ...headers } });
}
