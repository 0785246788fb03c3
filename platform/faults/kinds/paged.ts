import { z } from "zod";
import { type Answer, json } from "../../http/answer.ts";
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
  const all = answer.content;
  if (!Array.isArray(all)) return answer;
  const page = Math.max(1, Math.trunc(Number(query.get("page"))) || 1);
  const items = all.slice((page - 1) * size, page * size);
  const next = page * size < all.length ? nextPage(path, query, page + 1) : null;
  const shown = { ...answer, ...json(200, items) };
  if (as === "envelope") return { ...shown, beside: { next, total: all.length } };
  const link = next === null ? {} : { link: `<${next}>; rel="next"` };
  return { ...shown, headers: { ...answer.headers, ...link } };
}

function nextPage(path: string, query: URLSearchParams, page: number): string {
  const next = new URLSearchParams(query);
  next.set("page", String(page));
  return `${path}?${next}`;
}
