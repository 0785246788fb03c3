import type { WireRequest, WireResponse } from "../../../provider/http/transport/transport.ts";
import { type Item, itemsOf, json, pathOf } from "./json.ts";
import type { World } from "./world.ts";

/** The part of a list that is shown, and where in it this is. */
interface Page {
  readonly items: readonly Item[];
  readonly total: number;
  readonly size: number;
  /** What the list is of, as the last part of its path says. */
  readonly of: string;
  readonly isLast: boolean;
  /** Number of the last page. */
  readonly last: number;
}

type Form = (page: Page) => WireResponse;

/** Lists in envelopes, a page at a time: what is not on the first page is not shown (spec 4 note 1). */
export const pages: World = (random) => {
  const isCut = random.chance(0.8);
  const form = random.pick(isCut ? pagedForms : wholeForms);
  // Programs here have a few objects of a kind, so small pages are the ones that cut.
  const size = isCut ? random.pick([1, 2, 2, 3, 15, 100]) : Number.POSITIVE_INFINITY;
  const isNewestFirst = random.chance(0.3);
  return { shown: (request, answer) => paged(request, answer, { form, size, isNewestFirst }) };
};

function paged(
  request: WireRequest,
  answer: WireResponse,
  { form, size, isNewestFirst }: { form: Form; size: number; isNewestFirst: boolean },
): WireResponse {
  const items = request.method === "GET" ? itemsOf(answer) : undefined;
  if (items === undefined) return answer;
  const ordered = isNewestFirst ? items.toReversed() : items;
  const of = pathOf(request).split("/").at(-1) ?? "";
  const isLast = items.length <= size;
  const last = Math.max(1, Math.ceil(items.length / size));
  return form({ items: ordered.slice(0, size), total: items.length, size, of, isLast, last });
}

const wholeForms: readonly [Form, ...Form[]] = [
  ({ items }) => json(200, items),
  ({ items }) => json(200, { data: items }),
  ({ items, of }) => json(200, { [of]: items }),
  ({ items }) => json(200, { success: true, result: { items } }),
];

const pagedForms: readonly [Form, ...Form[]] = [
  ({ items, total }) => json(200, { items, total }),
  ({ items, total, of }) => json(200, { [of]: items, total_count: total }),
  ({ items, total, isLast }) =>
    json(200, { results: items, count: total, next: isLast ? null : "?page=2", previous: null }),
  ({ items, total, size, isLast, last }) =>
    json(200, {
      data: items,
      links: {
        first: "?page=1",
        last: `?page=${last}`,
        prev: null,
        next: isLast ? null : "?page=2",
      },
      meta: {
        current_page: 1,
        from: items.length === 0 ? null : 1,
        last_page: last,
        per_page: size,
        to: items.length === 0 ? null : items.length,
        total,
      },
    }),
  ({ items, isLast }) => json(200, { items, pagination: { next_cursor: isLast ? null : "c2" } }),
  ({ items, isLast, of }) => json(200, { [of]: items, next_page_token: isLast ? "" : "t2" }),
  ({ items, isLast, of }) => json(200, { [of]: items, ...(isLast ? {} : { nextPage: 2 }) }),
  ({ items, isLast }) => json(200, { data: items, has_more: !isLast }),
  ({ items, isLast }) => json(200, items, isLast ? {} : { link: '<?page=2>; rel="next"' }),
];
