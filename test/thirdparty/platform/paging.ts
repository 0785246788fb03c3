import { summary, whole } from "./answer.ts";
import type { Area, Call, Reply } from "./call.ts";
import type { ListShape } from "./choices.ts";
import { withoutEmptyLists } from "./manners.ts";
import type { Thing } from "./store.ts";

/** §4 says "list of …" and shows no body: neither the wrapping nor whether a list is cut is known. */
const UNCUT: readonly ListShape[] = ["bare", "data", "plural", "nested"];

interface Page {
  readonly singular: string;
  readonly plural: string;
  readonly rows: readonly unknown[];
  readonly total: number;
  readonly start: number;
  readonly size: number;
  /** The query of the page after this one, if there is one. */
  readonly next: string | undefined;
  readonly call: Call;
}

function ordered(call: Call, things: readonly Thing[]): Thing[] {
  const list = [...things];
  const { listOrder } = call.platform.choices;
  if (listOrder === "newest") return list.reverse();
  return listOrder === "name" ? list.sort((one, two) => (one.name < two.name ? -1 : 1)) : list;
}

function sizeOf(call: Call): number {
  return call.platform.choices.pageSize;
}

function decoded(cursor: string): number {
  const offset = Number(Buffer.from(cursor, "base64url").toString("utf8").replace("after:", ""));
  return Number.isInteger(offset) && offset >= 0 ? offset : 0;
}

function encoded(offset: number): string {
  return Buffer.from(`after:${offset}`).toString("base64url");
}

function startOf(call: Call, shape: ListShape): number {
  if (shape === "cursor" || shape === "cursors") return decoded(call.query.get("cursor") ?? "");
  if (shape === "token") return decoded(call.query.get("page_token") ?? "");
  if (shape === "results")
    return Math.max(0, Math.trunc(Number(call.query.get("offset") ?? 0)) || 0);
  const page = Number(call.query.get("page") ?? 1);
  return Number.isInteger(page) && page > 0 ? (page - 1) * sizeOf(call) : 0;
}

function nextQuery(call: Call, shape: ListShape, offset: number): string {
  const query = new URLSearchParams(call.query);
  if (shape === "cursor" || shape === "cursors") query.set("cursor", encoded(offset));
  else if (shape === "token") query.set("page_token", encoded(offset));
  else if (shape === "results") query.set("offset", String(offset));
  else query.set("page", String(offset / sizeOf(call) + 1));
  return query.toString();
}

function link(page: Page): string | null {
  if (page.next === undefined) return null;
  const path = page.call.path.split("?")[0] ?? "";
  const base = page.call.platform.choices.nextLink === "absolute" ? page.call.host : "";
  return `${base}${path}?${page.next}`;
}

function numbers(page: Page): { current: number; last: number } {
  return {
    current: Math.floor(page.start / page.size) + 1,
    last: Math.max(1, Math.ceil(page.total / page.size)),
  };
}

const BODIES: Readonly<Record<ListShape, (page: Page) => unknown>> = {
  bare: (page) => page.rows,
  link: (page) => page.rows,
  data: (page) => ({ data: page.rows }),
  plural: (page) => ({ [page.plural]: page.rows }),
  items: (page) => ({
    items: page.rows,
    total: page.total,
    page: numbers(page).current,
    page_size: page.size,
  }),
  laravel: (page) => ({
    data: page.rows,
    links: { first: null, last: null, prev: null, next: link(page) },
    meta: {
      current_page: numbers(page).current,
      from: page.start + 1,
      last_page: numbers(page).last,
      per_page: page.size,
      total: page.total,
    },
  }),
  cursor: (page) => ({
    data: page.rows,
    next_cursor: page.next === undefined ? null : encoded(page.start + page.size),
  }),
  token: (page) => ({
    [page.plural]: page.rows,
    ...(page.next === undefined ? {} : { next_page_token: encoded(page.start + page.size) }),
  }),
  results: (page) => ({ count: page.total, next: link(page), previous: null, results: page.rows }),
  meta: (page) => ({
    [page.plural]: page.rows,
    links: page.next === undefined ? {} : { pages: { next: link(page) } },
    meta: { total: page.total },
  }),
  pages: (page) => ({
    data: page.rows,
    page: numbers(page).current,
    pages: numbers(page).last,
    results: page.total,
  }),
  hal: (page) => ({
    _embedded: { [page.plural]: page.rows },
    _links: {
      self: { href: page.call.path },
      ...(page.next === undefined ? {} : { next: { href: link(page) } }),
    },
    page: {
      size: page.size,
      totalElements: page.total,
      totalPages: numbers(page).last,
      number: numbers(page).current - 1,
    },
  }),
  cursors: (page) => ({
    [page.plural]: page.rows,
    meta: {
      total: page.total,
      links: { next: page.next === undefined ? "" : encoded(page.start + page.size), prev: "" },
    },
  }),
  pagination: (page) => {
    const { current, last } = numbers(page);
    return {
      [page.plural]: page.rows,
      meta: {
        pagination: {
          page: current,
          per_page: page.size,
          previous_page: current > 1 ? current - 1 : null,
          next_page: current < last ? current + 1 : null,
          last_page: last,
          total_entries: page.total,
        },
      },
    };
  },
  nested: (page) => ({ [page.plural]: { [page.singular]: page.rows } }),
  counted: (page) => page.rows,
};

export function listed(call: Call, area: Area, things: readonly Thing[]): Reply {
  const { choices, lists, now } = call.platform;
  const key = `${call.organization} ${call.path}`;
  const latest = lists.get(key);
  if (latest !== undefined && now() < latest.at + choices.listCacheMs) return latest.reply;
  const reply = list(call, area, things);
  lists.set(key, { at: now(), reply });
  return reply;
}

function list(call: Call, area: Area, things: readonly Thing[]): Reply {
  const { choices } = call.platform;
  const shape = call.prefix === "/v1" ? choices.apiList : choices.consoleList;
  const at = call.platform.now();
  const all = ordered(
    call,
    things.filter((thing) => thing.visibleAt <= at),
  );
  const isCut = !UNCUT.includes(shape);
  const size = isCut ? sizeOf(call) : Math.max(1, all.length);
  const start = isCut ? startOf(call, shape) : 0;
  const show = choices.listBody === "whole" ? whole : summary;
  const page: Page = {
    singular: area.singular,
    plural: area.plural,
    rows: all.slice(start, start + size).map((thing) => show(area, call.platform, thing)),
    total: all.length,
    start,
    size,
    next: start + size < all.length ? nextQuery(call, shape, start + size) : undefined,
    call,
  };
  const next = shape === "link" ? link(page) : null;
  const body = BODIES[shape](page);
  return {
    status: 200,
    body: choices.emptyLists === "null" ? withoutEmptyLists(body) : body,
    headers: {
      ...(next === null ? {} : { Link: `<${next}>; rel="next"` }),
      ...(shape === "counted" ? { "X-Total-Count": String(page.total) } : {}),
    },
  };
}
