import type { WireRequest, WireResponse } from "../../../provider/http/transport/transport.ts";
import { type Item, itemsOf, json, pathOf } from "./json.ts";
import { neighbours } from "./neighbours.ts";
import type { World } from "./world.ts";

/** A page of a list as it was when its first page was asked for. */
interface Page {
  readonly items: readonly Item[];
  readonly total: number;
  readonly size: number;
  /** Place of its first item in the list. */
  readonly start: number;
  /** The kind of the list, from the last part of its path. */
  readonly of: string;
  readonly path: string;
  readonly isLast: boolean;
  /** Numbers of this page and of the last one. */
  readonly number: number;
  readonly last: number;
}

/** How a platform wraps a page, and by which parameter the next one is asked for. */
interface Form {
  readonly parameter: "page" | "offset" | "cursor" | "page_token";
  readonly shown: (page: Page) => WireResponse;
}

/** Lists in envelopes, whole or page by page, in the forms of real clouds (spec 4 note 1). */
export const pages: World = (random) => {
  const isCut = random.chance(0.8);
  // Programs here have a few objects of a kind, so small pages are the ones that cut.
  const size = isCut ? random.pick([1, 1, 2, 3, 100]) : Number.POSITIVE_INFINITY;
  const form = isCut
    ? random.pick(pagedForms)
    : { parameter: "page" as const, shown: random.pick(wholeForms) };
  const isNewestFirst = random.chance(0.3);
  /** The list from which the first page was cut: the next ones are the rest of it. */
  const lists = new Map<string, readonly Item[]>();
  return {
    // With other people's objects lists are long enough.
    ...(isCut ? neighbours(random) : {}),
    shown: (request, answer) => {
      const items = request.method === "GET" ? itemsOf(answer) : undefined;
      if (items === undefined) return answer;
      const key = `${request.headers["authorization"]} ${pathOf(request)}`;
      const start = startOf(request, form, size);
      if (start === 0) lists.set(key, isNewestFirst ? items.toReversed() : items);
      return form.shown(pageOf(request, lists.get(key) ?? items, { start, size }));
    },
  };
};

function startOf({ target }: WireRequest, { parameter }: Form, size: number): number {
  const asked = Number(new URL(target, "https://any.example").searchParams.get(parameter) ?? 0);
  return parameter === "page" && asked > 0 ? (asked - 1) * size : asked;
}

function pageOf(
  request: WireRequest,
  all: readonly Item[],
  { start, size }: { start: number; size: number },
): Page {
  const path = `${request.prefix}${pathOf(request)}`;
  return {
    ...{ size, start, path, total: all.length, of: path.split("/").at(-1) ?? "" },
    items: all.slice(start, start + size),
    isLast: start + size >= all.length,
    number: Math.floor(start / size) + 1 || 1,
    last: Math.max(1, Math.ceil(all.length / size)),
  };
}

/** The address of the next page, of which there is none after the last one. */
function nextOf({ isLast, path, number }: Page): string | null {
  return isLast ? null : `https://elsewhere.example${path}?page=${number + 1}`;
}

function cursorOf({ isLast, start, size }: Page): string | null {
  return isLast ? null : String(start + size);
}

const wholeForms: readonly [Form["shown"], ...Form["shown"][]] = [
  ({ items }) => json(200, items),
  ({ items }) => json(200, { data: items }),
  ({ items, of }) => json(200, { [of]: items }),
  ({ items }) => json(200, { success: true, result: { items } }),
];

const pagedForms: readonly [Form, ...Form[]] = [
  // Only the total says that there is more.
  { parameter: "page", shown: ({ items, total }) => json(200, { items, total }) },
  {
    parameter: "page",
    shown: (page) =>
      json(200, { results: page.items, count: page.total, next: nextOf(page), previous: null }),
  },
  {
    parameter: "page",
    shown: (page) =>
      json(200, {
        data: page.items,
        links: { first: null, last: null, prev: null, next: nextOf(page) },
        meta: { current_page: page.number, last_page: page.last, total: page.total },
      }),
  },
  // hcloud
  {
    parameter: "page",
    shown: ({ items, of, number, isLast, last, size, total }) => {
      const next = { next_page: isLast ? null : number + 1, last_page: last };
      const pagination = { page: number, per_page: size, ...next, total_entries: total };
      return json(200, { [of]: items, meta: { pagination } });
    },
  },
  // DigitalOcean
  {
    parameter: "page",
    shown: (page) =>
      json(200, {
        [page.of]: page.items,
        links: page.isLast ? {} : { pages: { next: nextOf(page) } },
        meta: { total: page.total },
      }),
  },
  // Linode
  {
    parameter: "page",
    shown: ({ items, number, last, total }) =>
      json(200, { data: items, page: number, pages: last, results: total }),
  },
  {
    parameter: "page",
    shown: (page) =>
      json(200, page.items, page.isLast ? {} : { link: `<${nextOf(page)}>; rel="next"` }),
  },
  {
    parameter: "offset",
    shown: ({ items, of, start, size, total }) =>
      json(200, { [of]: items, offset: start, limit: size, total }),
  },
  {
    parameter: "cursor",
    shown: (page) => json(200, { items: page.items, pagination: { next_cursor: cursorOf(page) } }),
  },
  // Vultr
  {
    parameter: "cursor",
    shown: (page) =>
      json(200, {
        [page.of]: page.items,
        meta: { total: page.total, links: { next: cursorOf(page) ?? "", prev: "" } },
      }),
  },
  // Google
  {
    parameter: "page_token",
    shown: (page) => json(200, { [page.of]: page.items, next_page_token: cursorOf(page) ?? "" }),
  },
  // Nothing tells how to go on: such a list proves nothing.
  {
    parameter: "page",
    shown: ({ items, isLast }) => json(200, { data: items, has_more: !isLast }),
  },
];
