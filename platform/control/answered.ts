import type { Context } from "hono";
import { sha256 } from "../access/hash.ts";
import { Text } from "./route.ts";

/**
 * The answer, or 304 for who has it already. What the platform gives again as the same object, because
 * nothing has changed, is neither written nor hashed again.
 */
export function answered(given: object, { req }: Context): Response {
  const { text, headers, tag } = written.get(given) ?? write(given);
  const about = { ...headers, ...kept, etag: tag };
  return req.method === "GET" && req.header("if-none-match") === tag
    ? new Response(null, { status: 304, headers: about })
    : new Response(text, { headers: about });
}

/** The answer where there is nothing to tell. */
export function nothing(): Response {
  return new Response(null, { status: 204, headers: kept });
}

interface Written {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly tag: string;
}

const written = new WeakMap<object, Written>();

function write(given: object): Written {
  const { text, headers } =
    given instanceof Text
      ? given
      : { text: JSON.stringify(given), headers: { "content-type": "application/json" } };
  const made = { text, headers, tag: `"${sha256(text)}"` };
  written.set(given, made);
  return made;
}

/** Nothing is kept by browsers beyond the page that asked, or read as what it is not. */
export const kept = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "same-origin",
};
