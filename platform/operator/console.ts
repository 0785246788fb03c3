import type { Engine } from "../engine.ts";
import { errorIn, type JsonObject, Refusal } from "../http/answer.ts";
import { IncomingBody, parseBody } from "../http/body.ts";
import { Router } from "../http/router.ts";
import { routesUnder } from "../kinds/shared-machines.ts";

/** What somebody does in the console, written as a request of the API. */
export interface ConsoleAction {
  readonly method: "POST" | "PATCH" | "PUT" | "DELETE";
  /** Like `/v1/volumes/vol_1/detach`. */
  readonly path: string;
  readonly body?: JsonObject;
}

/**
 * Does what a request of the account's owner would, by the same rules. No key sends it, so it is not
 * logged, counts for no limit and meets no fault. Within a transaction.
 *
 * @throws Error with the reason when the platform refuses it.
 */
export function actAsConsole(engine: Engine, { method, path, body = {} }: ConsoleAction): void {
  const world = engine.world();
  const { pathname, searchParams } = new URL(`http://localhost${path}`);
  const match = new Router(routesUnder(engine.assumptions())).find(method, pathname);
  if (match === undefined) throw notDone(`there is no route ${method} ${pathname}`);
  const [target = "", nested = ""] = match.named;
  const sent = new IncomingBody(Buffer.from(JSON.stringify(body)), "application/json");
  // What a rule would have seen until now, before what it sees is changed.
  engine.checkAlerts(world);
  try {
    match.route.handle({
      ...{ world, target, nested },
      query: (name) => searchParams.get(name) ?? undefined,
      body: (schema, refused) => parseBody(sent, world, { schema, refused }),
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw notDone(errorIn(error.answer.body ?? ""));
  }
}

function notDone(why: string): Error {
  return new Error(`Nothing was done in the console: ${why}.`);
}
