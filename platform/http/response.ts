import type { Delivery } from "./answer.ts";

/** The answer as `fetch` gives it. */
export function toResponse({ status, headers, body, parts }: Delivery): Response {
  const content = parts === undefined ? body : ReadableStream.from(parts);
  return new Response(content, { status, headers: { ...headers } });
}
