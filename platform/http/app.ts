import type { Assumptions } from "../../contract/assumptions.ts";
import type { Engine } from "../engine.ts";
import { ConnectionReset } from "../faults/connection.ts";
import { type Meeting, noFaults } from "../faults/meeting.ts";
import { unstated } from "../rules/rule.ts";
import { type Answer, type Delivery, Refusal } from "./answer.ts";
import type { Arriving } from "./arriving.ts";
import { noBody, readBody } from "./body.ts";
import { type Asked, type Handled, handle, type Incoming, isLimited } from "./handle.ts";
import { logEntry } from "./log-entry.ts";
import { meetFaults } from "./meet-faults.ts";
import type { Route } from "./route.ts";
import { Router } from "./router.ts";

/** What the routes are depends on the assumptions in force. */
type RoutesUnder = (assumptions: Assumptions) => readonly Route[];

/** Answers a request of the platform's API, or throws what becomes of its connection. */
export type App = (request: Arriving) => Promise<Delivery>;

/** Answers without a socket and behind one alike. */
export function createApp(engine: Engine, routesUnder: RoutesUnder): App {
  const router = currentRouter(engine, routesUnder);
  return async (request) => {
    try {
      return await serve(engine, request, router);
    } catch (error) {
      // What a fault does to the connection is no answer.
      if (error instanceof ConnectionReset || request.signal.aborted) throw error;
      return unanswered(error);
    }
  };
}

/** What is answered when the platform's file could not be used. */
function unanswered(error: unknown): Delivery {
  const reason = error instanceof Error ? error.message : String(error);
  return Refusal.json(503, `the platform did not answer: ${reason}`, { by: unstated }).answer;
}

function currentRouter(engine: Engine, routesUnder: RoutesUnder): () => Router {
  let last: { readonly assumptions: Assumptions; readonly router: Router } | undefined;
  return () => {
    const assumptions = engine.assumptions();
    if (last?.assumptions !== assumptions) {
      last = { assumptions, router: new Router(routesUnder(assumptions)) };
    }
    return last.router;
  };
}

async function serve(engine: Engine, request: Arriving, router: () => Router): Promise<Delivery> {
  const looked = request.method === "GET" ? lookUp(engine, request, router) : undefined;
  if (looked !== undefined) return looked;
  const { asked, ...first } = engine.database.glance(() => {
    const asked = askedBy(request, router());
    return { asked, takesBody: takesBody(engine, asked), mayMeetFaults: engine.faults.any };
  });
  const faults = first.mayMeetFaults ? meetFaults(engine, request, asked) : noFaults;
  await faults.before();
  const isRead = faults.instead === undefined && first.takesBody;
  const body = isRead ? await readBody(request) : noBody;
  const incoming = { ...asked, body, ...queryOf(request) };
  // The answer, what it changed and its log line are kept together or not at all.
  const answer = await engine.changes.run(() => {
    const answered =
      faults.instead === undefined
        ? { ...answerTo(engine, incoming, faults), route: asked.match?.route }
        : { answer: faults.instead, keyId: null, route: undefined };
    const { method, path } = asked;
    const line = { time: engine.clock.now(), method, path, body };
    engine.requests.add(logEntry(line, answered));
    if (faults !== noFaults) engine.faults.datePast();
    return answered.answer;
  });
  return faults.deliver(asked.method === "HEAD" ? { ...answer, body: null } : answer);
}

function askedBy(request: Arriving, router: Router): Asked {
  const { method, path } = request;
  return {
    method,
    path,
    router,
    match: router.find(method, path),
    authorization: request.header("authorization"),
  };
}

/** Whether the call uses up a part of its key's minute. */
function isCounted({ settings }: Engine, { path }: Asked): boolean {
  return isLimited(path) && settings.read().ratePerMinute !== null;
}

/** Answers what changes nothing but the log, so nobody has to wait for another; undefined where more is changed. */
function lookUp(engine: Engine, request: Arriving, router: () => Router): Answer | undefined {
  const { database } = engine;
  const look = () => {
    const asked = askedBy(request, router());
    if (engine.faults.any || isCounted(engine, asked)) return undefined;
    const incoming = { ...asked, body: noBody, ...queryOf(request) };
    const handled = handle(engine, incoming, noFaults);
    const { method, path, match } = asked;
    const line = { time: engine.clock.now(), method, path, body: noBody };
    engine.requests.addLater(logEntry(line, { ...handled, route: match?.route }));
    return handled.answer;
  };
  return request.isServed ? database.readTogether(look) : database.read(look);
}

function queryOf(request: Arriving): Pick<Incoming, "query" | "queries"> {
  return {
    query: (name) => request.query().get(name) ?? undefined,
    queries: () => request.query(),
  };
}

/** What a stranger sends, or anybody to nowhere, is not read. */
function takesBody({ keys }: Engine, { method, match, authorization }: Asked): boolean {
  return match !== undefined && method !== "GET" && keys.identify(authorization) !== undefined;
}

function answerTo(engine: Engine, incoming: Incoming, faults: Meeting): Handled {
  const answer = () => handle(engine, incoming, faults);
  const first = answer();
  if (faults.twice === undefined) return first;
  const second = answer();
  return faults.twice === "first" ? first : second;
}
