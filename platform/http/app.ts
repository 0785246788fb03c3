import { type Context, Hono } from "hono";
import type { Engine } from "../engine.ts";
import { ConnectionReset } from "../faults/connection.ts";
import { type Meeting, noFaults } from "../faults/meeting.ts";
import { type Answer, Refusal } from "./answer.ts";
import { type IncomingBody, noBody, readBody, textOf } from "./body.ts";
import { type Asked, type Handled, handle, type Incoming } from "./handle.ts";
import { logEntry } from "./log-entry.ts";
import { meetFaults } from "./meet-faults.ts";
import type { Route } from "./route.ts";

/** The platform as a Hono app: it answers `fetch` without a socket and behind one alike. */
export function createApp(engine: Engine, routes: readonly Route[]): Hono {
  const app = new Hono();
  for (const route of routes) {
    const { method, prefix, path } = route.endpoint;
    const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
    app.on(method, prefix + path.replace(/\{(\w+)\}/g, ":$1"), (context) => {
      const named = placeholders.map((name) => context.req.param(name) ?? "");
      return serve(engine, context, { ...askedBy(context, routes), match: { route, named } });
    });
  }
  app.notFound((context) =>
    serve(engine, context, { ...askedBy(context, routes), match: undefined }),
  );
  app.onError((error, context) => {
    // What a fault does to the connection is no answer.
    if (error instanceof ConnectionReset || context.req.raw.signal.aborted) throw error;
    return unanswered(error);
  });
  return app;
}

/** What is answered when the platform's file could not be used. */
export function unanswered(error: unknown): Response {
  const reason = error instanceof Error ? error.message : String(error);
  return toResponse(Refusal.json(503, `the platform did not answer: ${reason}`).answer);
}

function askedBy({ req }: Context, routes: readonly Route[]): Omit<Asked, "match"> {
  const { method, path } = req;
  return { method, path, routes, authorization: req.header("authorization") };
}

async function serve(engine: Engine, { req }: Context, asked: Asked): Promise<Response> {
  const faults = meetFaults(engine, req.raw, asked);
  await faults.before();
  const body = faults.instead === undefined ? await bodyOf(engine, asked, req.raw) : noBody;
  const incoming = { ...asked, body, query: (name: string) => req.query(name) };
  // The answer, what it changed and its log line are kept together or not at all.
  const answer = engine.database.transaction(() => {
    const answered =
      faults.instead === undefined
        ? { ...answerTo(engine, incoming, faults), endpoint: asked.match?.route.endpoint }
        : { answer: faults.instead, keyId: null, endpoint: undefined };
    const { method, path } = asked;
    const line = { time: engine.clock.now(), method, path, body: textOf(body) };
    engine.requests.add(logEntry(line, answered));
    if (faults !== noFaults) engine.faults.datePast();
    return faults.answer(answered.answer);
  });
  return faults.deliver(toResponse(answer));
}

/** What a stranger sends, or anybody to nowhere, is not read. */
async function bodyOf(
  { keys }: Engine,
  { method, match, authorization }: Asked,
  request: Request,
): Promise<IncomingBody | undefined> {
  const isRead =
    match !== undefined && method !== "GET" && keys.identify(authorization) !== undefined;
  return isRead ? readBody(request) : noBody;
}

function answerTo(engine: Engine, incoming: Incoming, faults: Meeting): Handled {
  const answer = () => handle(engine, incoming, (world) => faults.world(world));
  const first = answer();
  if (faults.twice === undefined) return first;
  const second = answer();
  return faults.twice === "first" ? first : second;
}

function toResponse({ status, headers, body }: Answer): Response {
  return new Response(body, { status, headers: { ...headers } });
}
