import { authorize } from "../access/authorize.ts";
import type { Caller } from "../access/keys.ts";
import type { Engine } from "../engine.ts";
import type { World } from "../world.ts";
import { type Answer, Refusal } from "./answer.ts";
import { bodyTooLarge, type IncomingBody, parseBody } from "./body.ts";
import type { Call, Match, Route } from "./route.ts";
import { isServed, unserved } from "./unserved.ts";

/** What a request asks for. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly routes: readonly Route[];
  /** Undefined when no route has this method and path. */
  readonly match: Match | undefined;
}

/** A request that can be handled. */
export interface Incoming extends Asked {
  query(name: string): string | undefined;
  /** Undefined when it was too large. */
  readonly body: IncomingBody | undefined;
}

/** The one prefix that the spec limits (spec 8). */
const limitedPrefix = "/api/v1/";

/** Answers a request within its transaction; what is refused changes nothing but the key's minute. */
export function handle(engine: Engine, incoming: Incoming, world: World): Answer {
  return answering(() => {
    const { path, authorization } = incoming;
    const caller = engine.keys.authenticate(authorization);
    const isLimited = path.startsWith(limitedPrefix);
    const told = isLimited ? engine.rateLimit.count(caller.keyId, world) : {};
    const answer = answering(() => route(engine, incoming, { caller, world }));
    return { ...answer, headers: { ...answer.headers, ...told } };
  });
}

function route(
  engine: Engine,
  { method, path, query, routes, match, body }: Incoming,
  { caller, world }: { readonly caller: Caller; readonly world: World },
): Answer {
  if (match === undefined || !isServed(match.route, world)) {
    throw unserved({ method, path }, routes, world);
  }
  authorize(caller, match.route.endpoint);
  if (body === undefined) throw bodyTooLarge();
  const [target = "", nested = ""] = match.named;
  const call: Call = {
    world,
    target,
    nested,
    query,
    body: (schema, refused) => parseBody(body, world, { schema, refused }),
  };
  return engine.database.attempt(() => match.route.handle(call));
}

function answering(work: () => Answer): Answer {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refusal) return error.answer;
    const reason = error instanceof Error ? error.message : String(error);
    return Refusal.json(500, `the platform could not handle the request: ${reason}`).answer;
  }
}
