import type { Endpoint } from "../../contract/endpoints.ts";
import { type Answer, errorIn } from "./answer.ts";
import { maskedBody } from "./masked-body.ts";
import type { LogEntry } from "./request-log.ts";

/** A request as it came. */
interface Asked {
  /** The platform's time. */
  readonly time: number;
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

/** What became of it. */
interface Answered {
  readonly answer: Answer;
  readonly keyId: string | null;
  /** Undefined where no endpoint had a say. */
  readonly endpoint: Endpoint | undefined;
}

/** What rules a refusal whatever the endpoint is; only a route that is there knows what is not. */
function ruleOf({ status, spec }: Answer, endpoint: Endpoint | undefined): string | undefined {
  if (status >= 500) return undefined;
  if (status === 404) return endpoint && "7.2";
  return spec ?? rules[status] ?? endpoint?.spec;
}

const rules: Readonly<Record<number, string>> = { 401: "5", 403: "5", 429: "7.4" };

/** The line of the log about a request. */
export function logEntry(asked: Asked, { answer, keyId, endpoint }: Answered): LogEntry {
  const { status, body } = answer;
  const refused = status >= 400;
  return {
    ...asked,
    status,
    keyId,
    body: maskedBody(asked.body) ?? null,
    error: refused ? errorIn(body ?? "") : null,
    spec: ruleOf(answer, endpoint) ?? null,
  };
}
