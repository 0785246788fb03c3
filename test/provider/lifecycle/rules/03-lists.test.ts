/** Rule 3: lists are read to their end, by the forms that platforms use; the rest is a part and is reported. */
import { describe, expect, test } from "vitest";
import { endpoints } from "../../../../contract/endpoints.ts";
import type { Json } from "../../../../contract/naming.ts";
import { network } from "../../../../resources/network/network.ts";
import type { Replies, Reply } from "../../../support/fake-api.ts";
import { held, newSession } from "../../../support/session.ts";
import { type CloudPage, cloudPages, oddPages } from "./cloud-pages.ts";
import { newRun, type Run } from "./run.ts";

const list = "GET /api/v1/networks";
type Pages = Readonly<Record<string, CloudPage>>;
type End = "whole" | "part";

/** A platform's reaction to a parameter that it does not document. */
const unknownParameters = ["ignored", "refused"] as const;
type Unknown = (typeof unknownParameters)[number];

/** Where the rule says another thing than the data, by the beginning of a row's name. */
const byRule: Readonly<Record<string, { readonly end: End; readonly because: string }>> = {
  "the page is shorter than the limit": { end: "whole", because: "the total is reached" },
  gridscale: { end: "part", because: "the answer has no list (spec 4)" },
  "AWS EKS": { end: "part", because: "a list of texts is none of objects (spec 4)" },
};

interface Case {
  readonly name: string;
  readonly pages: Pages;
  readonly all: readonly string[];
  readonly end: End;
  readonly because: string;
}

const cases: readonly Case[] = [
  ...cloudPages.map(({ cloud, form, ...rest }) => ({ ...rest, name: `${cloud}: ${form}` })),
  ...oddPages.map(({ rule, ...rest }) => ({ ...rest, name: rule })),
].map(({ name, pages, all, end }) => {
  const exception = Object.entries(byRule).find(([start]) => name.startsWith(start));
  return { name, pages, all, ...(exception?.[1] ?? { end, because: "" }) };
});
const isSilent = ({ name }: Case) => /(?:^|: )silent:/.test(name);

test("each rule that a page breaks has a page that breaks it", () => {
  const used = Object.keys(byRule).filter((start) =>
    cases.some(({ name, because }) => name.startsWith(start) && because !== ""),
  );
  expect(used).toEqual(Object.keys(byRule));
});

describe.each(unknownParameters)("where parameters that are not documented are %s", (unknown) => {
  test.each(cases.filter((one) => !isSilent(one)))("$name", async ({ pages, all, end }) => {
    const { names, isWhole, sent } = await listOf(pages, unknown);
    expectSome(names, all);
    if (end === "whole") {
      expect(names.length).toBe(all.length);
      names.forEach((values, at) => void expect(values).toContain(all[at]));
    }
    expect(isWhole ? "whole" : "part").toBe(end);
    expect(sent.length).toBeLessThanOrEqual(40);
  });
});

/** `end` is a fact here and nothing to demand: no answer shows that there is more. */
describe("lists that do not show that there is more: a documented loss", () => {
  test.each(cases.filter(isSilent))("$name", async ({ pages, all }) => {
    for (const unknown of unknownParameters) {
      const { names } = await listOf(pages, unknown);
      expectSome(names, all);
      expect(names.length).toBeGreaterThan(0);
    }
  });
});

const ten = Array.from({ length: 10 }, (_, at) => ({ id: `net-${at}`, name: `n-${at}` }));
const otherTen = ten.map((_, at) => ({ id: `net-${at + 10}`, name: `n-${at + 10}` }));
const more = [{ id: "net-90", name: "n-90" }];

describe("page=2 is tried once where only the length of the list says that there may be more", () => {
  test.each<[string, Replies, { readonly end: End; readonly sent: readonly string[] }]>([
    ["7 entries", { [list]: { answer: ten.slice(0, 7) } }, { end: "whole", sent: [""] }],
    ...Object.entries({ next: null, has_more: false, pages: 1 }).map(
      ([name, value]): [string, Replies, { end: End; sent: readonly string[] }] => [
        `10 entries, and ${name} is ${value}`,
        { [list]: { answer: { networks: ten, [name]: value } } },
        { end: "whole", sent: [""] },
      ],
    ),
    [
      "no entry, and a total",
      { [list]: { answer: { networks: [], total: 3 } }, [`${list}?page=2`]: { answer: [] } },
      { end: "part", sent: ["", "?page=2"] },
    ],
    [
      "10 entries, and page=2 is ignored",
      { [list]: { answer: ten }, [`${list}?page=2`]: { answer: ten } },
      { end: "whole", sent: ["", "?page=2"] },
    ],
    [
      "10 entries, page=2 brings others, and page=1 the first again",
      {
        [list]: { answer: ten },
        [`${list}?page=1`]: { answer: ten },
        [`${list}?page=2`]: { answer: more },
      },
      { end: "whole", sent: ["", "?page=2", "?page=1"] },
    ],
    [
      "10 entries, page=2 brings others, and page=1 others as well: they count from zero",
      {
        [list]: { answer: ten },
        [`${list}?page=1`]: { answer: [{ id: "net-50", name: "n-50" }] },
        [`${list}?page=2`]: { answer: more },
      },
      { end: "part", sent: ["", "?page=2", "?page=1"] },
    ],
    [
      "10 entries, page=2 brings others, and page=1 is refused",
      {
        [list]: { answer: ten },
        [`${list}?page=1`]: { status: 400, answer: { error: "no such page" } },
        [`${list}?page=2`]: { answer: more },
      },
      { end: "part", sent: ["", "?page=2", "?page=1"] },
    ],
  ])("%s", async (_what, replies, { end, sent }) => {
    const found = await listIn(newRun(replies));
    expect(found.isWhole ? "whole" : "part").toBe(end);
    expect(found.sent.toSorted()).toEqual(sent.toSorted());
  });

  const refused: Reply = { status: 404, answer: { error: "no such page" } };

  const known = ["", "?page=2", "?page=3", "?page=1"];

  /** Read twice in one run. */
  test.each<[string, Replies, { readonly end: End; readonly sent: readonly string[] }]>([
    [
      "where it was ignored, no more in this run",
      { [list]: { answer: ten }, [`${list}?page=2`]: { answer: ten } },
      { end: "whole", sent: ["", "?page=2", ""] },
    ],
    [
      "where it was refused, no more in this run",
      { [list]: { answer: ten }, [`${list}?page=2`]: refused },
      { end: "whole", sent: ["", "?page=2", ""] },
    ],
    [
      "where it was refused, a larger total still says that there is more",
      { [list]: { answer: { networks: ten, total: 12 } }, [`${list}?page=2`]: refused },
      { end: "part", sent: ["", "?page=2", ""] },
    ],
    [
      "where it brought an entry that moved there meanwhile, again",
      {
        [list]: { answer: ten },
        [`${list}?page=1`]: { answer: ten },
        [`${list}?page=2`]: [{ answer: ten.slice(-1) }, { answer: more }],
      },
      { end: "whole", sent: ["", "?page=2", "", "?page=2", "?page=1"] },
    ],
    [
      "where it was empty, again",
      { [list]: { answer: ten }, [`${list}?page=2`]: { answer: [] } },
      { end: "whole", sent: ["", "?page=2", "", "?page=2"] },
    ],
    [
      "where it is known and page=3 is refused, again",
      {
        [list]: { answer: ten },
        [`${list}?page=1`]: { answer: ten },
        [`${list}?page=2`]: { answer: otherTen },
        [`${list}?page=3`]: refused,
      },
      { end: "whole", sent: [...known, ...known] },
    ],
  ])("%s", async (_what, replies, { end, sent }) => {
    const run = newRun(replies);
    await listIn(run);
    await run.context.clock.sleep(1000);
    const found = await listIn(run);
    expect(found.isWhole ? "whole" : "part").toBe(end);
    expect(found.sent).toEqual(sent);
  });

  test("page=2 answered with an error of the platform is an error, and no end", async () => {
    const failing = { status: 500, answer: { error: "Oops" } };
    const run = newRun({ [list]: { answer: ten }, [`${list}?page=2`]: failing });
    await expect(listIn(run)).rejects.toMatchObject({ code: "platform" });
  });

  test("a list that was continued by this guess alone removes nothing", async () => {
    const run = newRun({
      [list]: { answer: ten },
      [`${list}?page=1`]: { answer: [{ id: "net-50", name: "n-50" }] },
      [`${list}?page=2`]: { answer: more },
    });
    const outcome = await run.read(network, "net-77", held({ name: "lan" }));
    expect(outcome).toMatchObject({ id: "net-77", says: expect.stringMatching(/part/) });
  });
});

describe("one named assumption sets another form (`lists.next`)", () => {
  const pages: Replies = {
    [list]: { answer: { networks: ten.slice(0, 2), meta: { onward: "c/2" } } },
    [`${list}?from=c%2F2`]: { answer: { networks: more, meta: {} } },
  };

  test("by the parameter and the place in the answer", async () => {
    const run = newRun(pages, { assumptions: { "lists.next": "from=meta.onward" } });
    const { names, isWhole } = await listIn(run);
    expect({ count: names.length, isWhole }).toEqual({ count: 3, isWhole: true });
  });

  test("where the place is empty, the list is at its end", async () => {
    const run = newRun(
      { [list]: { answer: { networks: ten.slice(0, 2), meta: { onward: "" } } } },
      { assumptions: { "lists.next": "from=meta.onward" } },
    );
    expect(await listIn(run)).toMatchObject({ isWhole: true, sent: [""] });
  });
});

interface Found {
  /** Texts of each entry. */
  readonly names: readonly (readonly string[])[];
  readonly isWhole: boolean;
  /** Queries of the requests. */
  readonly sent: readonly string[];
}

/** No entry twice, and none that the platform does not have. */
function expectSome(names: Found["names"], all: readonly string[]): void {
  const known = names.map((values) => all.find((one) => values.includes(one)) ?? values.join());
  expect(all).toEqual(expect.arrayContaining(known));
  expect(new Set(known).size).toBe(names.length);
}

function listOf(pages: Pages, unknown: Unknown): Promise<Found> {
  return listIn(newRun(platformOf(pages, unknown)));
}

async function listIn(run: Run): Promise<Found> {
  const session = newSession(run.context, network);
  const { items, isWhole } = await session.list(endpoints.network.list);
  const sent = run.sent.map(({ call }) => call.replace(list, ""));
  return { names: items.map(valuesOf), isWhole, sent };
}

function platformOf(pages: Pages, unknown: Unknown): Replies {
  const first = replyOf(pages[""]);
  const undocumented: Reply =
    unknown === "ignored" ? first : { status: 400, answer: { error: "unknown parameter" } };
  return {
    [list]: first,
    [`${list}?`]: ({ call }) => {
      const query = new URLSearchParams(call.replace(/^[^?]*/, ""));
      const key = Object.keys(pages)
        .filter((one) => one !== "" && isPart(new URLSearchParams(one), query))
        .sort((left, right) => right.split("&").length - left.split("&").length)[0];
      if (key !== undefined) return replyOf(pages[key]);
      // Who documents page=2 has a page=1.
      return query.get("page") === "1" && "page=2" in pages ? first : undocumented;
    },
  };
}

function isPart(part: URLSearchParams, whole: URLSearchParams): boolean {
  return [...part].every(([name, value]) => whole.getAll(name).includes(value));
}

function replyOf({ status, headers = {}, body }: CloudPage = { body: [] }): Reply {
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  const answer: Json = JSON.parse(JSON.stringify(body));
  return { status: status ?? 200, headers: Object.fromEntries(lower), answer };
}

/** The texts and numbers of an entry, and those one level deeper. */
function valuesOf(item: unknown): string[] {
  const inner = typeof item === "object" && item !== null ? Object.values(item) : [item];
  return inner.flatMap((value) =>
    typeof value === "object" && value !== null
      ? Object.values(value).map(String)
      : [String(value)],
  );
}
