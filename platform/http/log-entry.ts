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

/** The line of the log about a request. */
export function logEntry(asked: Asked, { answer, keyId, route }: Answered): LogEntry {
  const { time, method, path } = asked;
  const { status, by = route?.rule ?? null } = answer;
  const body = maskedBody(asked.body) ?? null;
  return { time, method, path: maskedText(path), status, keyId, by, body, ...toldBy(answer) };
}

/** Why it was refused; and its body, unless that is all of it (spec 7.1). */
function toldBy(answer: Answer): Pick<LogEntry, "error" | "responseBody"> {
  const { status, body } = answer;
  if (status < 400) return { error: null, responseBody: maskedAnswer(answer) ?? null };
  const error = errorIn(body ?? "");
  const isAll = body === JSON.stringify({ error });
  return { error: maskedText(error), responseBody: isAll ? null : (maskedAnswer(answer) ?? null) };
}
