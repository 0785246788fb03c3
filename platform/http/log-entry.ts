import type { Endpoint } from "../../contract/endpoints.ts";
import type { Answer } from "./answer.ts";
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

/** Sections of the spec that rule a refusal whatever the endpoint is. */
const clauses: Readonly<Record<number, string>> = { 401: "5", 403: "5", 429: "7.4" };

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
    spec: refused && status < 500 ? (clauses[status] ?? endpoint?.spec ?? null) : null,
  };
}

/** The text in an error's body (spec 7.1), or all of a body that has none. */
function errorIn(body: string): string {
  try {
    const { error } = Object(JSON.parse(body));
    return typeof error === "string" ? error : body;
  } catch {
    return body;
  }
}
