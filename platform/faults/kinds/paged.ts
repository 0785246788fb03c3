import { z } from "zod";
import type { Answer } from "../../http/answer.ts";
import { lazySchema, type OutputOf } from "../../lazy-schema.ts";
import { defineFault, type MetRequest } from "../fault-kind.ts";

const Paged = lazySchema(() =>
  z.strictObject({ size: z.int().positive(), as: z.enum(["link", "envelope"]) }),
);

export const paged = defineFault({
  given: () => z.object({ paged: Paged() }),
  suits: ({ isList }) => isList,
  does: ({ paged }) => ({ answer: (answer, request) => onePage(answer, paged, request) }),
});

function onePage(
  answer: Answer,
  { size, as }: OutputOf<typeof Paged>,
  { path, query }: MetRequest,
): Answer {
  const all: unknown = answer.status === 200 ? JSON.parse(answer.body ?? "null") : null;
  if (!Array.isArray(all)) return answer;
  const page = Math.max(1, Math.trunc(Number(query.get("page"))) || 1);
  const items: unknown[] = all.slice((page - 1) * size, page * size);
  const next = page * size < all.length ? nextPage(path, query, page + 1) : null;
  if (as === "envelope") {
    return { ...answer, body: JSON.stringify({ items, next, total: all.length }) };
  }
  const link = next === null ? {} : { link: `<${next}>; rel="next"` };
  return { ...answer, headers: { ...answer.headers, ...link }, body: JSON.stringify(items) };
}

function nextPage(path: string, query: URLSearchParams, page: number): string {
  const next = new URLSearchParams(query);
  next.set("page", String(page));
  return `${path}?${next}`;
}
