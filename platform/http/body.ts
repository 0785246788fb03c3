import { isUtf8 } from "node:buffer";
import type { z } from "zod";
import type { LazySchema } from "../lazy-schema.ts";
import { type Rule, unstated } from "../rules/rule.ts";
import { ruleOfIssue } from "../rules/stated.ts";
import { inUnicode, isUnicode, parseJson } from "../whole-json.ts";
import type { World } from "../world.ts";
import { Refusal } from "./answer.ts";
import type { Arriving } from "./arriving.ts";
import { problemByChoice, withoutIgnored } from "./body-choices.ts";
import { firstProblem } from "./problem.ts";

/** More than any body of the spec needs. */
const largestBytes = 1024 * 1024;

/** More than any body of the spec needs; what is far deeper breaks programs that read it. */
const deepestNesting = 100;

/** A request's body as it arrived. It is read as text and as JSON at most once. */
export class IncomingBody {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  #text: string | undefined;
  #json: { readonly value: unknown } | undefined;

  constructor(bytes: Uint8Array, contentType: string) {
    this.bytes = bytes;
    this.contentType = contentType;
  }

  /** Whatever its bytes are. */
  get text(): string {
    this.#text ??= Buffer.from(this.bytes).toString("utf8");
    return this.#text;
  }

  /** Undefined, which is no JSON value, for what is not JSON. */
  get json(): unknown {
    this.#json ??= { value: parsed(this.text) };
    return this.#json.value;
  }
}

export const noBody = new IncomingBody(new Uint8Array(), "");

/** The whole body; undefined when it is larger than the platform reads. */
export async function readBody(request: Arriving): Promise<IncomingBody | undefined> {
  // Before the body is touched, so that a server can go on with what follows it.
  if (Number(request.header("content-length")) > largestBytes) return undefined;
  const bytes = await request.read(largestBytes);
  return bytes && new IncomingBody(bytes, request.header("content-type") ?? "");
}

/** The refusal of a body that was not read. */
export function bodyTooLarge(): Refusal {
  return Refusal.json(
    413,
    `the request was refused: its body is larger than ${largestBytes} bytes`,
    { by: unstated },
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
  const refusal = ({ by, why }: BodyProblem, status: number | "invalid" = "invalid") => {
    const error = `${check.refused}: ${why}`;
    return status === "invalid"
      ? world.refusal(status, by, error)
      : Refusal.json(status, error, { by });
  };
  if (!/^application\/json\s*(;|$)/i.test(body.contentType)) {
    throw refusal(otherType, world.choice("bodies.contentType"));
  }
  const isReplaced = world.choice("bodies.encoding") === "replace";
  const problem = problemOfJson(body, isReplaced);
  if (problem !== undefined) throw refusal(problem, world.choice("bodies.notJson"));
  const given = isReplaced ? inUnicode(body.json) : body.json;
  const schema = check.schema();
  const parsed = parsedBy(schema, given, world);
  if (!parsed.success) throw refusal(problemOfFields(parsed.error, schema));
  const chosen = problemByChoice(given, world);
  if (chosen !== undefined) throw refusal(chosen);
  return parsed.data;
}

/** Why a body is refused, and what decides it; undefined where that is what shows the route. */
export interface BodyProblem {
  readonly by: Rule | undefined;
  readonly why: string;
}

const otherType: BodyProblem = {
  by: "2: Content-Type: application/json on requests with a body",
  why: "its body must be sent as application/json",
};

/** Why a body cannot be read; what is replaced is no problem. */
function problemOfJson(
  { bytes, json }: IncomingBody,
  isReplaced: boolean,
): BodyProblem | undefined {
  const isReadable = isReplaced || isUtf8(bytes);
  if (!isReadable || json === undefined) {
    const by = isUtf8(bytes) ? "2: All bodies are JSON" : "bodies.encoding";
    return { by, why: "its body is not JSON in UTF-8" };
  }
  if (isTooDeep(json)) {
    return { by: unstated, why: `its body is nested deeper than ${deepestNesting} levels` };
  }
  if (isReplaced || isUnicode(json)) return undefined;
  return { by: "bodies.encoding", why: "its body has half a character, like \\ud800 alone" };
}

function problemOfFields(error: z.ZodError, schema: z.ZodType): BodyProblem {
  const [issue] = error.issues;
  return { by: issue && ruleOfIssue(schema, issue), why: firstProblem(error) };
}

function parsedBy<T>(schema: z.ZodType<T>, given: unknown, world: World) {
  const parsed = parseJson(schema, given);
  if (parsed.success) return parsed;
  const left = withoutIgnored(given, parsed.error, world);
  return left === undefined ? parsed : parseJson(schema, left);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
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
