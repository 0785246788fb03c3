import { type Context, Hono } from "hono";
import { authorize } from "../access/authorize.ts";
import type { Caller } from "../access/keys.ts";
import type { Engine } from "../engine.ts";
import { checkAlerts } from "../kinds/alert-check.ts";
import type { World } from "../world.ts";
import { type Answer, Refusal } from "./answer.ts";
import { bodyTooLarge, type IncomingBody, parseBody, readBody } from "./body.ts";
import { logEntry } from "./log-entry.ts";
import type { Call, Route } from "./route.ts";
import { shaped } from "./shape.ts";

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
  app.onError(unanswered);
  return app;
}

/** What is answered when the platform's file could not be used. */
export function unanswered(error: unknown): Response {
  const reason = error instanceof Error ? error.message : String(error);
  return toResponse(Refusal.json(503, `the platform did not answer: ${reason}`).answer);
}

async function serve(engine: Engine, context: Context, match: Match | undefined) {
  const body = await readBody(context.req.raw);
  // The answer, what it changed and its log line are kept together or not at all.
  const answer = engine.database.transaction(() => {
    const { method, path } = context.req;
    const fault = engine.faults.take(method, path);
    const answered =
      fault === undefined
        ? { ...answerTo(engine, { context, match, body }), endpoint: match?.route.endpoint }
        : { answer: fault, keyId: null, endpoint: undefined };
    const asked = { time: engine.clock.now(), method, path, body: body?.text ?? "" };
    engine.requests.add(logEntry(asked, answered));
    return answered.answer;
  });
  return toResponse(answer);
}

/** The answer and who got it, where that is known. */
function answerTo(engine: Engine, incoming: Incoming) {
  const authorization = incoming.context.req.header("authorization");
  let keyId: string | null = null;
  try {
    const caller = engine.keys.authenticate(authorization);
    keyId = caller.keyId;
    return { keyId, answer: handle(engine, incoming, caller) };
  } catch (error) {
    if (error instanceof Refusal) return { keyId, answer: error.answer };
    const reason = error instanceof Error ? error.message : String(error);
    const refusal = Refusal.json(500, `the platform could not handle the request: ${reason}`);
    return { keyId, answer: refusal.answer };
  }
}

function handle(engine: Engine, { context, match, body }: Incoming, caller: Caller): Answer {
  const { method, path } = context.req;
  const world = engine.world();
  if (path.startsWith(limitedPrefix)) engine.rateLimit.count(caller, world);
  if (match === undefined || !isServed(match.route, world)) throw Refusal.noRoute(method, path);
  authorize(caller, match.route.endpoint);
  if (body === undefined) throw bodyTooLarge();
  const [target = "", nested = ""] = match.named;
  const call: Call = {
    world,
    target,
    nested,
    query: (name) => context.req.query(name),
    body: (schema, refused) => parseBody(body, world, { schema, refused }),
  };
  // What a rule would have seen until now, before a request changes what it sees.
  if (method !== "GET") checkAlerts(world);
  const answer = engine.database.attempt(() => match.route.handle(call));
  return shaped(answer, match.route.endpoint, world);
}

function isServed({ endpoint }: Route, { settings }: World): boolean {
  return settings.routes === "all" || endpoint.standing === "documented";
}

function toResponse({ status, headers, body }: Answer): Response {
  return new Response(body, { status, headers: { ...headers } });
}
