import type { z } from "zod";
import type { Context } from "./context.ts";
import { firstProblem } from "./problem.ts";

/** A request's body as it arrived. */
export interface IncomingBody {
  readonly text: string;
  readonly contentType: string;
}

/** How to check a body. */
export interface BodyCheck<T> {
  readonly schema: z.ZodType<T>;
  /** What did not happen when it is not accepted. */
  readonly refused: string;
  /** The rule about its fields. */
  readonly rule: string;
}

/** @throws Refusal naming the first field that is wrong, and never its value. */
export function parseBody<T>(
  { text, contentType }: IncomingBody,
  context: Context,
  { schema, refused, rule }: BodyCheck<T>,
): T {
  if (!/^application\/json\s*(;|$)/i.test(contentType)) {
    const why = "its body must be sent as application/json";
    throw context.refusal(
      "invalid",
      "2: bodies are sent as application/json",
      `${refused}: ${why}`,
    );
  }
  const given = jsonIn(text);
  if (given === undefined) {
    const why = "its body is not JSON, or nested deeper than any body of the API";
    throw context.refusal("invalid", "2: all bodies are JSON", `${refused}: ${why}`);
  }
  const parsed = schema.safeParse(given, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw context.refusal("invalid", rule, `${refused}: ${firstProblem(parsed.error)}`);
}

/** More than any body of the API needs; what is far deeper breaks programs that read it. */
const deepestNesting = 100;

/** Undefined, which is no JSON value, for what is not JSON or nested too deeply. */
export function jsonIn(text: string): unknown {
  try {
    const json: unknown = JSON.parse(text);
    return isDeeper(json, deepestNesting) ? undefined : json;
  } catch {
    return undefined;
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}
