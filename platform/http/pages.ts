import type { Json } from "../../contract/naming.ts";
import type { PageForm } from "../faults/index.ts";
import type { Settings } from "../kinds/index.ts";
import type { JsonObject } from "../store/index.ts";

/** The parameters of a request for a list. */
interface Asked {
  readonly path: string;
  query(): URLSearchParams;
}

/** Where a page is in its list. */
interface Page {
  readonly start: number;
  readonly length: number;
  readonly total: number;
}

/** How a form names the parameters that ask for a page, and what it says beside the items. */
interface Form {
  readonly at: "page" | "cursor" | "offset";
  readonly length: "per_page" | "limit";
  /** `next` is the address of the next page; null on the last one. */
  beside(page: Page, next: string | null): JsonObject;
}

const byPage = { at: "page", length: "per_page" } as const;

const forms: Readonly<Record<PageForm, Form>> = {
  link: { ...byPage, beside: () => ({}) },
  next: { ...byPage, beside: (_page, next) => ({ next }) },
  nextPage: {
    ...byPage,
    beside: (page, next) => ({ next_page: next === null ? null : numberOf(page) + 1 }),
  },
  pages: {
    ...byPage,
    beside: (page) => ({
      page: numberOf(page),
      per_page: page.length,
      total_pages: Math.ceil(page.total / page.length),
    }),
  },
  cursor: {
    ...{ at: "cursor", length: "limit" },
    beside: (page, next) => ({ next_cursor: next === null ? null : cursorAt(endOf(page)) }),
  },
  offset: {
    ...{ at: "offset", length: "limit" },
    beside: ({ start, length, total }) => ({ offset: start, limit: length, total }),
  },
};

/** A list as the platform answers it: whole or one page, in its envelope, with the way to the next page. */
export function listAnswer(
  items: Json[],
  {
    pageLength,
    pageForm,
    listEnvelope,
  }: Pick<Settings, "pageLength" | "pageForm" | "listEnvelope">,
  asked: Asked,
): { readonly body: Json; readonly headers: Readonly<Record<string, string>> } {
  if (pageLength === null) {
    return { body: listEnvelope === "none" ? items : { [listEnvelope]: items }, headers: {} };
  }
  const form = forms[pageForm];
  const page = pageAsked(form, asked.query(), { longest: pageLength, total: items.length });
  const shown = items.slice(page.start, endOf(page));
  const next = endOf(page) < items.length ? nextAddress(form, asked, page) : null;
  const beside = form.beside(page, next);
  const isBare = listEnvelope === "none" && Object.keys(beside).length === 0;
  const envelope = listEnvelope === "none" ? "items" : listEnvelope;
  return {
    body: isBare ? shown : { [envelope]: shown, ...beside },
    headers: pageForm === "link" && next !== null ? { link: `<${next}>; rel="next"` } : {},
  };
}

/** A value that is no number asks for the first page; nobody gets longer pages than the platform's. */
function pageAsked(
  { at, length: lengthName }: Form,
  query: URLSearchParams,
  { longest, total }: { readonly longest: number; readonly total: number },
): Page {
  const length = Math.min(wholeNumber(query.get(lengthName)) || longest, longest);
  const text = query.get(at);
  const starts = {
    page: () => (Math.max(1, wholeNumber(text)) - 1) * length,
    cursor: () => wholeNumber(Buffer.from(text ?? "", "base64url").toString()),
    offset: () => wholeNumber(text),
  };
  return { start: starts[at](), length, total };
}

function nextAddress({ at }: Form, { path, query }: Asked, page: Page): string {
  const positions = {
    page: numberOf(page) + 1,
    cursor: cursorAt(endOf(page)),
    offset: endOf(page),
  };
  const next = new URLSearchParams(query());
  next.set(at, String(positions[at]));
  return `${path}?${next}`;
}

/** From 1. */
function numberOf({ start, length }: Page): number {
  return Math.floor(start / length) + 1;
}

function endOf({ start, length }: Page): number {
  return start + length;
}

/** Clients are to send it back as it is. */
function cursorAt(start: number): string {
  return Buffer.from(String(start)).toString("base64url");
}

/** 0 for what is none. */
function wholeNumber(text: string | null): number {
  const number = Number(text);
  return Number.isSafeInteger(number) && number > 0 ? number : 0;
}
