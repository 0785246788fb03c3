import type { HonoRequest } from "hono";
import type { Json } from "../../contract/naming.ts";
import { type Caller, denialOf } from "../access/index.ts";
import { contextFor, type Engine } from "../engine.ts";
import { connectionReset, type Met } from "../faults/index.ts";
import {
  type Context,
  type IncomingBody,
  jsonIn,
  parseBody,
  Refusal,
  type Route,
  type Settings,
} from "../kinds/index.ts";
import { isOfFile, type JsonObject } from "../store/index.ts";
import { CutResponse } from "./cut-response.ts";
import { listAnswer } from "./pages.ts";
import { type Match, Routes } from "./routes.ts";
import { masked, maskedText } from "./secrets.ts";

/** More than any body of the API needs. */
const largestBytes = 1024 * 1024;

/** An action in the console, written as a request of the API. */
export interface ConsoleAction {
  readonly method: "POST" | "PATCH" | "PUT" | "DELETE";
  /** Like `/v1/volumes/vol_1/detach`. */
  readonly path: string;
  readonly body?: JsonObject;
}

/**
 * The platform's API. A request is answered and logged in one transaction. While there are faults, one before it
 * finds and counts those that the request meets, and a delay passes between the two.
 */
export class Api {
  readonly #engine: Engine;
  #last: { readonly settings: Settings; readonly routes: Routes } | undefined;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /**
   * In this order: the body, the faults, a delay, a reset before; then in one transaction a status in place of an
   * answer, the key, the rate, the route, the right, the handler, pages of a list, the log; then a reset after, a cut.
   *
   * @throws ConnectionReset where a fault ends the connection, or the signal's reason when the client gives up.
   */
  async answer(request: HonoRequest): Promise<Response> {
    const { faults, database, timer } = this.#engine;
    const { method, path } = request;
    try {
      const body = await bodyOf(request);
      const [given, met] = database.transaction(() => {
        if (faults.any) return [undefined, faults.meet({ method, path })] as const;
        return [this.#logged({ request, body, met: {} }), {}] as const;
      });
      if (given !== undefined) return responseOf(given, met);
      if (met.delay !== undefined) await timer.sleep(met.delay, request.raw.signal);
      if (met.reset === "before") throw connectionReset();
      const late = database.transaction(() => this.#logged({ request, body, met }));
      if (met.reset === "after") throw connectionReset();
      return responseOf(late, met);
    } catch (error) {
      if (!isOfFile(error)) throw error;
      const why = `the platform did not answer: ${error instanceof Error ? error.message : error}`;
      return responseOf(
        refused(new Refusal(503, "not shown: a file that cannot be used", why)),
        {},
      );
    }
  }

  /**
   * Does what a request of the account's owner would, by the same rules; no key sends it, so it is not logged,
   * counts for no limit and meets no fault. Within a transaction.
   *
   * @returns The answer's body, secrets masked; undefined where it has none.
   * @throws Error when the platform refuses it.
   */
  act({ method, path: target, body = {} }: ConsoleAction): JsonObject | undefined {
    const context = this.#engine.context();
    const { pathname: path, searchParams } = new URL(`http://localhost${target}`);
    const match = this.#routes(context).find(method, path);
    const notDone = "Nothing was done in the console";
    if (match === undefined) throw new Error(`${notDone}: there is no route ${method} ${path}.`);
    const sent = { text: JSON.stringify(body), contentType: "application/json" };
    const query = (name: string) => searchParams.get(name) ?? undefined;
    try {
      const { body: json } = perform(match, context, { body: sent, query });
      const isObject = typeof json === "object" && json !== null && !Array.isArray(json);
      return isObject ? masked(json) : undefined;
    } catch (error) {
      throw error instanceof Refusal ? new Error(`${notDone}: ${error.message}.`) : error;
    }
  }

  /** The answer, its line in the log kept together with what it changed. */
  #logged(incoming: Incoming): Given {
    const { request, body, met } = incoming;
    const context = this.#engine.context();
    let keyId: string | null = null;
    const given = refusable(() => {
      if (met.status !== undefined) return instead(met);
      const caller = this.#callerOf(request, context);
      keyId = caller.keyId;
      this.#count(request, caller, context);
      return this.#given(incoming, caller, contextFor(context, caller, met.lag));
    });
    const { status, rule, error, json, text } = given;
    this.#engine.requests.add({
      ...{ time: context.now, method: request.method, path: request.path, keyId },
      ...{ status, rule, error },
      body: body?.text ? maskedText(jsonIn(body.text), body.text) : null,
      responseBody: text === null ? null : maskedText(json ?? text, text),
    });
    return given;
  }

  #callerOf(request: HonoRequest, context: Context): Caller {
    const found = this.#engine.keys.identify(request.header("authorization") ?? "", context);
    if ("keyId" in found) return found;
    const error = `API key not accepted: ${found.why}`;
    throw new Refusal(401, found.rule, error, { "www-authenticate": "Bearer" });
  }

  /** spec 8: one prefix has a limit. @throws Refusal 429 when the key has used up its minute (spec 7.4). */
  #count({ path }: HonoRequest, { keyId }: Caller, { now, settings }: Context): void {
    if (!path.startsWith("/api/v1/")) return;
    const over = this.#engine.rateLimit.count(keyId, now, settings);
    if (over === undefined) return;
    const { limit, seconds } = over;
    const error = `API key "${keyId}" is over its ${limit} requests per minute; try again in ${seconds} s`;
    const headers = { "retry-after": String(seconds) };
    throw new Refusal(429, "7.4: too many requests in a minute", error, headers);
  }

  #given({ request, body, met }: Incoming, caller: Caller, context: Context): Given {
    const { method, path } = request;
    const routes = this.#routes(context);
    const match = routes.find(method, path);
    if (match === undefined) throw unserved(request, routes);
    const denial = denialOf(caller, match.route);
    if (denial !== undefined) {
      const { prefix, path: asked } = match.route.endpoint;
      const error = `API key "${caller.keyId}" may not ${method} ${prefix}${asked}: ${denial.why}`;
      throw new Refusal(403, denial.rule, error);
    }
    if (body === undefined) throw tooLarge();
    const query = (name: string) => request.query(name);
    const { status, body: json } = this.#engine.database.attempt(() =>
      perform(match, context, { body, query }),
    );
    const rule = ruleOf(match.route);
    if (!Array.isArray(json)) return given(status, json, rule);
    const paged = met.paged && { pageLength: met.paged.size, pageForm: met.paged.as };
    const asked = { path, query: () => new URL(request.url).searchParams };
    const list = listAnswer(json, { ...context.settings, ...paged }, asked);
    return { ...given(status, list.body, rule), headers: { ...jsonType, ...list.headers } };
  }

  #routes(context: Context): Routes {
    const { settings } = context;
    if (this.#last?.settings !== settings) this.#last = { settings, routes: new Routes(context) };
    return this.#last.routes;
  }
}

/** A request, its body, and what goes wrong with it. */
interface Incoming {
  readonly request: HonoRequest;
  /** Undefined when it is too large. */
  readonly body: IncomingBody | undefined;
  readonly met: Met;
}

/** An answer as it leaves, and what the log has of it. */
interface Given {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Null for no body. */
  readonly text: string | null;
  /** The value of the text, where it is JSON. */
  readonly json: Json | undefined;
  readonly rule: string | null;
  readonly error: string | null;
}

const jsonType = { "content-type": "application/json" };

function given(status: number, json: Json | undefined, rule: string): Given {
  const text = json === undefined ? null : JSON.stringify(json);
  return { status, headers: text === null ? {} : jsonType, text, json, rule, error: null };
}

function refused({ status, rule, headers, message }: Refusal): Given {
  const answer = given(status, { error: message }, rule);
  return { ...answer, headers: { ...jsonType, ...headers }, error: message };
}

function refusable(work: () => Given): Given {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refusal) return refused(error);
    // Nothing of this request can be kept.
    if (isOfFile(error)) throw error;
    const why = `the platform could not handle the request: ${error instanceof Error ? error.message : error}`;
    return refused(new Refusal(500, "not shown: a mishap of the platform", why));
  }
}

/** The answer of a fault in place of the platform. */
function instead({
  status = 500,
  body,
  contentType = "application/json",
  headers = {},
}: Met): Given {
  const text = body ?? JSON.stringify({ error: "fault set by platform.faults" });
  const lowered = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    status,
    headers: { "content-type": contentType, ...Object.fromEntries(lowered) },
    text: [204, 205, 304].includes(status) ? null : text,
    json: undefined,
    rule: null,
    error: status < 400 ? null : text,
  };
}

function responseOf({ status, headers, text }: Given, { cut }: Met): Response {
  const init = { status, headers: { ...headers } };
  return cut === undefined ? new Response(text, init) : new CutResponse(text ?? "", cut, init);
}

/** Undefined for a body that is larger than any of the API: no more of one is read. */
async function bodyOf(request: HonoRequest): Promise<IncomingBody | undefined> {
  const contentType = request.header("content-type") ?? "";
  if (request.method === "GET" || request.method === "HEAD") return { text: "", contentType };
  if (Number(request.header("content-length")) > largestBytes) return undefined;
  // Every other body has the length that its header says.
  const isOpen = request.header("transfer-encoding") !== undefined;
  const text = await (isOpen ? boundedText(request.raw) : request.text());
  if (text === undefined || Buffer.byteLength(text) > largestBytes) return undefined;
  return { text, contentType };
}

async function boundedText({ body }: Request): Promise<string | undefined> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body ?? []) {
    length += part.length;
    if (length > largestBytes) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

function tooLarge(): Refusal {
  const why = `its body is larger than ${largestBytes} bytes`;
  return new Refusal(413, "not shown: the largest body", `the request was refused: ${why}`);
}

/** The refusal of a method and path that no route has. */
function unserved({ method, path }: HonoRequest, routes: Routes): Refusal {
  const methods = routes.methodsAt(path);
  if (methods.length === 0) {
    const rule = "7.2: an unknown resource is answered 404";
    return new Refusal(404, rule, `no such route: ${method} ${path}`);
  }
  const allow = methods.join(", ");
  const error = `${method} ${path} is not offered: the path takes ${allow}`;
  return new Refusal(405, "not shown: the status of another method", error, { allow });
}

function perform(
  { route, named: [target = "", nested = ""] }: Match,
  context: Context,
  { body, query }: { readonly body: IncomingBody; query(name: string): string | undefined },
) {
  return route.handle({
    ...{ context, target, nested, query },
    body: (schema, refused) => parseBody(body, context, { schema, refused, rule: route.bodyRule }),
  });
}

/** The source of a route: its row of section 4, or the assumption about it. */
function ruleOf({ endpoint: { spec, method, path, standing }, kind, purpose }: Route): string {
  return standing === "documented"
    ? `${spec}: ${method} ${path}`
    : `not shown: routes.${kind}.${purpose}`;
}
