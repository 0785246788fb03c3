import { isDeepStrictEqual } from "node:util";
import { onTestFinished } from "vitest";
import type { Endpoint } from "../../contract/endpoints.ts";
import type { Json } from "../../contract/naming.ts";
import type { HostingError } from "../../provider/errors.ts";
import { readAnswer } from "../../provider/http/answer.ts";
import type { Api, ApiRequest } from "../../provider/http/api.ts";
import { renderTarget } from "../../provider/http/wire/target.ts";

/** One call that is expected, and what comes back. */
export interface Expected {
  /** Method, filled path and query: "GET /v1/volumes/vol_1". */
  readonly call: string;
  /** Body the call must have; none unless given. */
  readonly body?: Json;
  /** JSON of the answer; an empty body unless given. */
  readonly answer?: Json;
  /** Lower-case headers of the answer, besides its content type. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Status of the answer; 200 unless given. */
  readonly status?: number;
  /** Body that is not JSON, in place of `answer`. */
  readonly text?: string;
  /** What the call fails with, in place of an answer. */
  readonly error?: HostingError;
}

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
      request.sending?.();
      const next = rest.shift();
      const problem = mismatch(next, endpoint, request);
      if (next === undefined || problem !== undefined) {
        problems.push(problem ?? "");
        throw new Error(problem);
      }
      if (next.error !== undefined) throw next.error;
      const response = responseOf(next);
      request.headed?.(response);
      return readAnswer(response, { endpoint, scrub: (text) => text });
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

function responseOf({ answer, headers, status = 200, text }: Expected) {
  const json = answer === undefined ? "" : JSON.stringify(answer);
  const type = text === undefined ? "application/json" : "text/html";
  return { status, headers: { ...headers, "content-type": type }, body: text ?? json };
}
