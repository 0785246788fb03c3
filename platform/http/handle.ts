import type { Endpoint } from "../../contract/endpoints.ts";
import { authorize } from "../access/authorize.ts";
import type { Caller } from "../access/keys.ts";
import type { Engine } from "../engine.ts";
import type { Meeting } from "../faults/meeting.ts";
import { unstated } from "../rules/rule.ts";
import type { World } from "../world.ts";
import { type Answer, Refusal } from "./answer.ts";
import { bodyTooLarge, type IncomingBody, parseBody } from "./body.ts";
import type { Call, Match } from "./route.ts";
import type { Router } from "./router.ts";
import { shaped } from "./shape.ts";
import { isServed, unserved } from "./unserved.ts";

/** What a request asks for. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly router: Router;
  /** Undefined when no route has this method and path. */
  readonly match: Match | undefined;
}

/** A request that can be handled. */
export interface Incoming extends Asked {
  query(name: string): string | undefined;
  queries(): URLSearchParams;
  /** Undefined when it was too large. */
  readonly body: IncomingBody | undefined;
}

/** True below the one prefix that the spec limits (spec 8). */
export function isLimited(path: string): boolean {
  return path.startsWith("/api/v1/");
}

/** An answer and who got it, where that is known. */
export interface Handled {
  readonly answer: Answer;
  readonly keyId: string | null;
}

/** Answers a request within its transaction; what is refused changes nothing but the key's minute. */
export function handle(
  engine: Engine,
  incoming: Incoming,
  faults: Pick<Meeting, "world" | "answer">,
): Handled {
  let keyId: string | null = null;
  const answer = answering(() => {
    const { path, authorization } = incoming;
    const caller = engine.keys.authenticate(authorization);
    keyId = caller.keyId;
    const world = faults.world(engine.world(caller));
    const give = () =>
      answering(() => {
        const { content, endpoint } = route(engine, incoming, { caller, world });
        const asked = { path, query: incoming.queries() };
        return shaped(faults.answer(content), endpoint, world, asked);
      });
    if (!isLimited(path)) return give();
    const told = engine.rateLimit.count(keyId, world);
    const given = give();
    return { ...given, headers: { ...given.headers, ...told } };
  });
  return { answer, keyId };
}

function route(
  engine: Engine,
  { method, path, query, router, match, body }: Incoming,
  { caller, world }: { readonly caller: Caller; readonly world: World },
): { readonly content: Answer; readonly endpoint: Endpoint } {
  if (match === undefined || !isServed(match.route, world)) {
    throw unserved({ method, path }, router, world);
  }
  authorize(caller, match.route, world);
  if (body === undefined) throw bodyTooLarge();
  const [target = "", nested = ""] = match.named;
  const call: Call = {
    world,
    target,
    nested,
    query,
    body: (schema, refused) => parseBody(body, world, { schema, refused }),
  };
  const { endpoint, handle } = match.route;
  if (method === "GET") return { endpoint, content: engine.faults.counted(() => handle(call)) };
  // What a rule would have seen until now, before a request changes what it sees.
  engine.checkAlerts(world);
  const work = () => engine.database.attempt(() => handle(call));
  return { endpoint, content: engine.faults.counted(work) };
}

function answering(work: () => Answer): Answer {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refusal) return error.answer;
    const reason = error instanceof Error ? error.message : String(error);
    const why = `the platform could not handle the request: ${reason}`;
    return Refusal.json(500, why, { by: unstated }).answer;
  }
}
