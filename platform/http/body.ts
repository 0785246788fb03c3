import { isUtf8 } from "node:buffer";
import type { z } from "zod";
import type { LazySchema } from "../lazy-schema.ts";
import type { World } from "../world.ts";
import { Refusal } from "./answer.ts";
import type { Arriving } from "./arriving.ts";
import { problemByChoice, withoutIgnored } from "./body-choices.ts";
import { firstProblem } from "./problem.ts";

/** More than any body of the spec needs. */
const largestBytes = 1024 * 1024;

/** More than any body of the spec needs; what is far deeper breaks programs that read it. */
const deepestNesting = 100;

/** A request's body as it arrived. */
export interface IncomingBody {
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

export const noBody: IncomingBody = { bytes: new Uint8Array(), contentType: "" };

/** The whole body; undefined when it is larger than the platform reads. */
export async function readBody(request: Arriving): Promise<IncomingBody | undefined> {
  // Before the body is touched, so that a server can go on with what follows it.
  if (Number(request.header("content-length")) > largestBytes) return undefined;
  const bytes = await request.read(largestBytes);
  return bytes && { bytes, contentType: request.header("content-type") ?? "" };
}

/** The body as text, whatever its bytes are; empty when it was not read. */
export function textOf(body: IncomingBody | undefined): string {
  return body === undefined ? "" : Buffer.from(body.bytes).toString("utf8");
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
  readonly schema: LazySchema<T>;
  /** What did not happen when it is not accepted. */
  readonly refused: string;
}

/** @throws Refusal naming the first field that is wrong, and never its value. */
export function parseBody<T>(body: IncomingBody, world: World, check: BodyCheck<T>): T {
  const refusal = (why: string, status: number | "invalid" = "invalid") => {
    const error = `${check.refused}: ${why}`;
    return status === "invalid" ? world.refusal(status, error) : Refusal.json(status, error);
  };
  if (!/^application\/json\s*(;|$)/i.test(body.contentType)) {
    throw refusal("its body must be sent as application/json", world.choice("bodies.contentType"));
  }
  const given = parseJson(body.bytes, world);
  const problem = given === undefined ? "its body is not JSON in UTF-8" : problemOfDepth(given);
  if (problem !== undefined) throw refusal(problem, world.choice("bodies.notJson"));
  const parsed = parsedBy(check.schema(), given, world);
  if (!parsed.success) throw refusal(firstProblem(parsed.error));
  const chosen = problemByChoice(given, world);
  if (chosen !== undefined) throw refusal(chosen);
  return parsed.data;
}

function problemOfDepth(given: unknown): string | undefined {
  if (!isTooDeep(given)) return undefined;
  return `its body is nested deeper than ${deepestNesting} levels`;
}

function parsedBy<T>(schema: z.ZodType<T>, given: unknown, world: World) {
  const parsed = schema.safeParse(given, { reportInput: true });
  if (parsed.success) return parsed;
  const left = withoutIgnored(given, parsed.error, world);
  return left === undefined ? parsed : schema.safeParse(left, { reportInput: true });
}

/** Undefined, which is no JSON value, for what is not JSON in UTF-8. */
function parseJson(bytes: Uint8Array, world: World): unknown {
  if (world.choice("bodies.encoding") === "refuse" && !isUtf8(bytes)) return undefined;
  try {
    return JSON.parse(Buffer.from(bytes).toString("utf8"));
  } catch {
    return undefined;
  }
}

/** True for what is nested deeper than any body of the spec, so that it would break what reads it. */
export function isTooDeep(value: unknown): boolean {
  return isDeeper(value, deepestNesting);
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}
