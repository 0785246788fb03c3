import type { z } from "zod";
import type { Choices } from "../choices/choices.ts";
import type { World } from "../world.ts";
import { Refusal } from "./answer.ts";
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
export async function readBody(request: Request): Promise<IncomingBody | undefined> {
  const { headers } = request;
  // Before the body is touched, so that a server can go on with what follows it.
  if (Number(headers.get("content-length")) > largestBytes) return undefined;
  const { body } = request;
  if (body === null) return noBody;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > largestBytes) return undefined;
    chunks.push(chunk);
  }
  return { bytes: Buffer.concat(chunks), contentType: headers.get("content-type") ?? "" };
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
  const refuse = (name: keyof Choices & `bodies.${string}`, why: string) =>
    bodyRefusal(world, name, `${check.refused}: ${why}`);
  if (!/^application\/json\s*(;|$)/i.test(body.contentType)) {
    throw refuse("bodies.contentType", "its body must be sent as application/json");
  }
  const value = parseJson(body.bytes, world);
  if (value === undefined) throw refuse("bodies.notJson", "its body is not JSON in UTF-8");
  if (isDeeper(value, deepestNesting)) {
    throw refuse("bodies.notJson", `its body is nested deeper than ${deepestNesting} levels`);
  }
  const parsed = check.schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw world.refusal("invalid", `${check.refused}: ${firstProblem(parsed.error)}`);
}

function bodyRefusal(world: World, name: keyof Choices, error: string): Refusal {
  const status = world.choice(name);
  return typeof status === "number" ? Refusal.json(status, error) : world.refusal("invalid", error);
}

const decoders = {
  refuse: new TextDecoder("utf-8", { fatal: true }),
  replace: new TextDecoder("utf-8"),
};

/** Undefined, which is no JSON value, for what is not JSON in UTF-8. */
function parseJson(bytes: Uint8Array, world: World): unknown {
  try {
    return JSON.parse(decoders[world.choice("bodies.encoding")].decode(bytes));
  } catch {
    return undefined;
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}
