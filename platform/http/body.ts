import { isUtf8 } from "node:buffer";
import type { z } from "zod";
import type { World } from "../world.ts";
import { Refusal } from "./answer.ts";
import { problemByChoice, withoutIgnored } from "./body-choices.ts";
import { firstProblem } from "./problem.ts";

/** More than any body of the spec needs. */
const largestBytes = 1024 * 1024;

/** A request's body as it arrived. */
export interface IncomingBody {
  readonly text: string;
  readonly contentType: string;
  /** False when bytes had to be replaced. */
  readonly isUtf8: boolean;
}

/** The whole body; undefined when it is larger than the platform reads. */
export async function readBody(request: Request): Promise<IncomingBody | undefined> {
  const contentType = request.headers.get("content-type") ?? "";
  if (request.body === null) return { text: "", contentType, isUtf8: true };
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request.body) {
    bytes += chunk.byteLength;
    if (bytes > largestBytes) return undefined;
    chunks.push(chunk);
  }
  const whole = Buffer.concat(chunks);
  return { text: whole.toString("utf8"), contentType, isUtf8: isUtf8(whole) };
}

/** The refusal of a body that was not read. */
export function bodyTooLarge(): Refusal {
  return Refusal.json(
    413,
    `the request was refused: its body is larger than ${largestBytes} bytes`,
  );
}

/** How to check a body. */
export interface BodyCheck<T> {
  readonly schema: z.ZodType<T>;
  /** What did not happen when it is not accepted. */
  readonly refused: string;
}

/** @throws Refusal naming the first field that is wrong, and never its value. */
export function parseBody<T>(body: IncomingBody, world: World, check: BodyCheck<T>): T {
  const refusal = (why: string, status: number | "invalid" = "invalid") => {
    const error = `${check.refused}: ${why}`;
    return status === "invalid" ? world.refusal(status, error) : Refusal.json(status, error);
  };
  if (!/^application\/json\b/i.test(body.contentType)) {
    throw refusal("its body must be sent as application/json", world.choice("bodies.contentType"));
  }
  if (!body.isUtf8 && world.choice("bodies.encoding") === "refuse") {
    throw refusal("its body is not UTF-8", world.choice("bodies.notJson"));
  }
  const given = parseJson(body.text);
  if (given === undefined) throw refusal("its body is not JSON", world.choice("bodies.notJson"));
  const parsed = parsedBy(check.schema, given, world);
  if (!parsed.success) throw refusal(firstProblem(parsed.error));
  const problem = problemByChoice(given, world);
  if (problem !== undefined) throw refusal(problem);
  return parsed.data;
}

function parsedBy<T>(schema: z.ZodType<T>, given: unknown, world: World) {
  const parsed = schema.safeParse(given, { reportInput: true });
  if (parsed.success) return parsed;
  const left = withoutIgnored(given, parsed.error, world);
  return left === undefined ? parsed : schema.safeParse(left, { reportInput: true });
}

/** Undefined for text that is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
