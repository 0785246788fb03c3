import { isDeepStrictEqual } from "node:util";
import { onTestFinished } from "vitest";
import type { Endpoint } from "../../contract/endpoints.ts";
import type { Json } from "../../contract/naming.ts";
import type { Clock } from "../../provider/clock.ts";
import type { HostingError } from "../../provider/errors.ts";
import { readAnswer } from "../../provider/http/answer.ts";
import type { Api, ApiRequest } from "../../provider/http/api.ts";
import { renderTarget } from "../../provider/http/wire/target.ts";

/** The result of a call. */
export interface Reply {
  /** JSON of the answer; an empty body unless given. */
  readonly answer?: Json;
  /** Lower-case headers of the answer, besides its content type. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Status of the answer; 200 unless given. */
  readonly status?: number;
  /** Body that is not JSON, in place of `answer`. */
  readonly text?: string;
  /** The error of the call, in place of an answer. */
  readonly error?: HostingError;
}

/** One call that is expected, and what comes back. */
export interface Expected extends Reply {
  /** Method, filled path and query: "GET /v1/volumes/vol_1". */
  readonly call: string;
  /** Body the call must have; none unless given. */
  readonly body?: Json;
}

/** A call that was sent. */
export interface Sent {
  /** As in {@link Expected}. */
  readonly call: string;
  readonly body: Json | undefined;
  /** When it was sent, by the clock of the run. */
  readonly at: number;
  /** Whether it is sent before others, where the operation sets it. */
  readonly urgent: ApiRequest["urgent"];
}

/**
 * The result of each call, whenever it is sent: always the same, one after another (the last again
 * and again), or by the platform's state then; undefined is an answer that never comes.
 */
export type Replies = Readonly<
  Record<string, Reply | readonly Reply[] | ((sent: Sent) => Reply | undefined)>
>;

/** The list that a create asks for first, which nothing has its name in. */
export function freeName(create: string): Expected {
  return { call: create.replace("POST", "GET"), answer: [] };
}

/** A platform that gets exactly these calls, in this order; anything else fails the test. */
export function fakeApi(expected: readonly Expected[]): Api {
  const rest = [...expected];
  const problems: string[] = [];
  onTestFinished(() => {
    const missing = rest.map(({ call }) => `${call} was not called`);
    const found = [...problems, ...missing];
    if (found.length > 0) throw new Error(found.join("\n"));
  });
  return {
    async call(endpoint, request) {
      await request.sending?.();
      const next = rest.shift();
      const problem = mismatch(next, endpoint, request);
      if (next === undefined || problem !== undefined) {
        problems.push(problem ?? "");
        throw new Error(problem);
      }
      return given(next, endpoint, request);
    },
  };
}

/** A reply as the client of the platform hands it on. */
function given(reply: Reply, endpoint: Endpoint, request: ApiRequest): Json {
  if (reply.error !== undefined) throw reply.error;
  const response = responseOf(reply);
  request.headed?.(response);
  return readAnswer(response, { endpoint, scrub: (text) => text });
}

/** The answer of a platform to a route that it lacks: a page. */
export const noSuchRoute: Reply = { status: 404, text: "<h1>404 Not Found</h1>" };

/**
 * A platform that answers by the call, in any order and as often as it is asked. A route that the specification
 * does not show is none that it has unless a reply is given; a documented one without a reply fails the test.
 */
export function scriptedApi(
  replies: Replies,
  clock: Pick<Clock, "now">,
): Api & { readonly sent: readonly Sent[] } {
  const sent: Sent[] = [];
  const problems: string[] = [];
  onTestFinished(() => {
    if (problems.length > 0) throw new Error(problems.join("\n"));
  });
  const replyTo = (one: Sent, isDocumented: boolean): Reply | undefined => {
    const scripted = replies[one.call] ?? replies[one.call.replace(/\?.*/, "?")];
    if (typeof scripted === "function") return scripted(one);
    if (scripted === undefined && isDocumented) problems.push(`${one.call} has no reply`);
    const isList = (given: typeof scripted): given is readonly Reply[] => Array.isArray(given);
    if (!isList(scripted)) return scripted ?? noSuchRoute;
    const before = sent.filter(({ call }) => call === one.call).length - 1;
    return scripted[Math.min(before, scripted.length - 1)];
  };
  return {
    sent,
    async call(endpoint, request) {
      await request.sending?.();
      const call = `${endpoint.method} ${renderTarget(endpoint, request)}`;
      const { body, urgent } = request;
      const one = { call, body, at: clock.now(), urgent };
      sent.push(one);
      const reply = replyTo(one, endpoint.standing === "documented");
      if (reply === undefined) return await new Promise<never>(() => undefined);
      return given(reply, endpoint, request);
    },
  };
}

function mismatch(
  next: Expected | undefined,
  endpoint: Endpoint,
  request: ApiRequest,
): string | undefined {
  const call = `${endpoint.method} ${renderTarget(endpoint, request)}`;
  const body = JSON.stringify(request.body);
  if (next === undefined) return `${call} ${body} was called, but nothing more was expected`;
  if (next.call === call && isDeepStrictEqual(next.body, request.body)) return undefined;
  return `${call} ${body} was called, but ${next.call} ${JSON.stringify(next.body)} was expected`;
}

function responseOf({ answer, headers, status = 200, text }: Reply) {
  const json = answer === undefined ? "" : JSON.stringify(answer);
  const type = text === undefined ? "application/json" : "text/html";
  return { status, headers: { ...headers, "content-type": type }, body: text ?? json };
}
