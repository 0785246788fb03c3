import type { z } from "zod";
import type { World } from "../world.ts";
import { Refusal } from "./answer.ts";
import { firstProblem } from "./problem.ts";

/** More than any body of the spec needs. */
const largestBytes = 1024 * 1024;

/** A request's body as it arrived. */
export interface IncomingBody {
  readonly text: string;
  readonly contentType: string;
}

/** The whole body; undefined when it is larger than the platform reads. */
export async function readBody(request: Request): Promise<IncomingBody | undefined> {
  const contentType = request.headers.get("content-type") ?? "";
  if (request.body === null) return { text: "", contentType };
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request.body) {
    bytes += chunk.byteLength;
    if (bytes > largestBytes) return undefined;
    chunks.push(chunk);
  }
  return { text: Buffer.concat(chunks).toString("utf8"), contentType };
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
  const refusal = (why: string) => world.refusal("invalid", `${check.refused}: ${why}`);
  if (!/^application\/json\b/i.test(body.contentType)) {
    throw refusal("its body must be sent as application/json");
  }
  const parsed = check.schema.safeParse(parseJson(body.text), { reportInput: true });
  if (!parsed.success) throw refusal(firstProblem(parsed.error));
  return parsed.data;
}

/** Undefined, which no schema accepts, for text that is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
