import { type Answer, errorIn } from "./answer.ts";
import type { IncomingBody } from "./body.ts";
import { maskedAnswer, maskedBody, maskedText } from "./masked-body.ts";
import type { LogEntry } from "./request-log.ts";
import type { Route } from "./route.ts";

/** A request as it came. */
interface Asked {
  /** The platform's time. */
  readonly time: number;
  readonly method: string;
  readonly path: string;
  /** Undefined when it was too large. */
  readonly body: IncomingBody | undefined;
}

/** What became of it. */
interface Answered {
  readonly answer: Answer;
  readonly keyId: string | null;
  /** Undefined where no route had a say. */
  readonly route: Route | undefined;
}

/** Of a certificate's body, what is no secret (spec 2.9); programs write keys into fields of many names. */
const openFields: readonly string[] = ["name", "certificate", "certificate_chain"];

/** The line of the log about a request. */
export function logEntry(asked: Asked, { answer, keyId, route }: Answered): LogEntry {
  const { time, method, path } = asked;
  const { status, by = route?.rule ?? null } = answer;
  const texts = {
    method: maskedText(method),
    path: maskedText(path),
    body: maskedBody(asked.body, route?.kind === "certificate" ? openFields : undefined) ?? null,
  };
  return { time, ...texts, status, keyId, by, ...toldBy(answer) };
}

/** Why it was refused; and its body, unless that is all of it (spec 7.1). */
function toldBy(answer: Answer): Pick<LogEntry, "error" | "responseBody"> {
  const { status, body } = answer;
  if (status < 400) return { error: null, responseBody: maskedAnswer(answer) ?? null };
  const error = errorIn(body ?? "");
  if (body === JSON.stringify({ error })) return { error: maskedText(error), responseBody: null };
  const responseBody = maskedAnswer(answer) ?? null;
  // An object without a reason is the reason, with its secrets known by their names.
  const isObject = error === body && responseBody?.startsWith("{") === true;
  return { error: isObject ? responseBody : maskedText(error), responseBody };
}
