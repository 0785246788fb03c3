import { describe, expect, test } from "vitest";
import type { Settings } from "../../platform/index.ts";
import { newWorld, type Reply, type Send, volumeBody } from "./support.ts";

const names = ["a", "b", "c", "d", "e"];

/** Where the next page is by an answer in each form: a query; undefined on the last page. */
const nextBy: Readonly<Record<Settings["pageForm"], (reply: Reply) => string | undefined>> = {
  link: ({ headers }) => /<\S+\?(\S+)>; rel="next"/.exec(headers.get("link") ?? "")?.[1],
  next: ({ body }) => Object(body).next?.split("?")[1],
  nextPage: ({ body }) => queryOf("page", Object(body).next_page),
  pages: ({ body }) => {
    const { page, total_pages } = Object(body);
    return page < total_pages ? `page=${page + 1}` : undefined;
  },
  cursor: ({ body }) => queryOf("cursor", Object(body).next_cursor),
  offset: ({ body }) => {
    const { offset, limit, total } = Object(body);
    return offset + limit < total ? `offset=${offset + limit}` : undefined;
  },
};

function queryOf(name: string, value: unknown): string | undefined {
  return value === null ? undefined : `${name}=${value}`;
}

function namesIn({ body }: Reply): readonly string[] {
  const { items, data = items } = Object(body);
  const list: readonly { readonly name: string }[] = Array.isArray(body) ? body : data;
  return list.map(({ name }) => name);
}

async function newVolumes(settings: Partial<Settings>): Promise<Send> {
  const { platform, send } = newWorld();
  platform.configure(settings);
  for (const name of names) await send("POST /v1/volumes", volumeBody(name));
  return send;
}

async function pagesFrom(send: Send, form: Settings["pageForm"]): Promise<(readonly string[])[]> {
  const pages = [];
  let query: string | undefined = "";
  while (query !== undefined) {
    const reply = await send(`GET /v1/volumes?${query}`);
    pages.push(namesIn(reply));
    query = nextBy[form](reply);
  }
  return pages;
}

describe.each(["link", "next", "nextPage", "pages", "cursor", "offset"] as const)(
  "pages as %s",
  (pageForm) => {
    test("lead from the first to the last, in any envelope", async () => {
      for (const listEnvelope of ["none", "data", "items"] as const) {
        const send = await newVolumes({ pageLength: 2, pageForm, listEnvelope });
        expect(await pagesFrom(send, pageForm)).toEqual([["a", "b"], ["c", "d"], ["e"]]);
      }
    });

    test("are as long as asked for, and never longer than the platform's", async () => {
      const length = ["cursor", "offset"].includes(pageForm) ? "limit" : "per_page";
      const send = await newVolumes({ pageLength: 3, pageForm });
      expect(namesIn(await send(`GET /v1/volumes?${length}=2`))).toEqual(["a", "b"]);
      expect(namesIn(await send(`GET /v1/volumes?${length}=100`))).toEqual(["a", "b", "c"]);
      expect(namesIn(await send(`GET /v1/volumes?${length}=none`))).toEqual(["a", "b", "c"]);
    });
  },
);

test("what a form says of the first page and of the last", async () => {
  const told = [];
  for (const pageForm of ["next", "nextPage", "pages", "cursor", "offset"] as const) {
    const send = await newVolumes({ pageLength: 4, pageForm });
    const [first, last] = [await send("GET /v1/volumes"), await send("GET /v1/volumes?page=2")];
    told.push([first, last].map(({ body }) => ({ ...Object(body), items: undefined })));
  }
  expect(told).toEqual([
    [{ next: "/v1/volumes?page=2" }, { next: null }],
    [{ next_page: 2 }, { next_page: null }],
    [
      { page: 1, per_page: 4, total_pages: 2 },
      { page: 2, per_page: 4, total_pages: 2 },
    ],
    [{ next_cursor: "NA" }, { next_cursor: "NA" }],
    [
      { offset: 0, limit: 4, total: 5 },
      { offset: 0, limit: 4, total: 5 },
    ],
  ]);
});

test("every list is paged, and one object never is", async () => {
  const { platform, send } = newWorld();
  platform.configure({ pageLength: 1, pageForm: "pages", listEnvelope: "data" });
  const { body } = await send("POST /v1/volumes", volumeBody());
  expect((await send(`GET /v1/volumes/${Object(body).id}`)).body).toEqual(body);
  expect((await send("GET /api/v1/storage/pools")).body).toEqual({
    ...{ data: [{ name: "default" }] },
    ...{ page: 1, per_page: 1, total_pages: 1 },
  });
});

test("whole lists have an envelope alone", async () => {
  const send = await newVolumes({ listEnvelope: "data" });
  expect(namesIn(await send("GET /v1/volumes?page=2"))).toEqual(names);
});
