/** Rule 2, cell by cell: a look by one route, of which so much is known, that is answered so. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { LookupResult } from "../../../../provider/definition/session.ts";
import { lookUp } from "../../../../provider/lifecycle/lookup/lookup.ts";
import {
  type GetAnswer,
  getVerdicts,
  type ListAnswer,
  listVerdicts,
} from "../../../../provider/lifecycle/lookup/verdicts.ts";
import { Operation } from "../../../../provider/lifecycle/operation/operation.ts";
import type { Standing } from "../../../../provider/lifecycle/operation/routes.ts";
import { image } from "../../../../resources/compute/image.ts";
import { network } from "../../../../resources/network/network.ts";
import { volume } from "../../../../resources/storage/volume.ts";
import type { Expected } from "../../../support/fake-api.ts";
import { held, newContext } from "../../../support/session.ts";

type Answered = Partial<Expected>;

const of = (id: string, more: object = {}) => ({ id, name: id, status: "available", ...more });
const isGone = { status: "deleted" };
const page = { status: 404, text: "<html>" };

const byGet: Readonly<Record<GetAnswer, Answered>> = {
  shown: { answer: of("x_1") },
  shownAsGone: { answer: of("x_1", isGone) },
  otherShown: { answer: of("x_2") },
  notFound: { status: 404, answer: { error: "there is none" } },
  noSuchRoute: page,
};

const byList: Readonly<Record<ListAnswer, Answered>> = {
  listed: { answer: [of("x_1")] },
  listedAsGone: { answer: [of("x_1", isGone)] },
  notListed: { answer: [of("x_2")] },
  emptyList: { answer: [] },
  partOfList: { answer: { items: [of("x_2")], has_more: true } },
  listWithoutNames: { answer: [{ title: "x" }] },
  noSuchRoute: page,
};

/** A kind that one route alone reads, and that route. */
const readers = {
  get: {
    documented: [image, { "routes.image.list": "none" }, "GET /v1/images/x_1"],
    assumed: [volume, { "routes.volume.list": "none" }, "GET /v1/volumes/x_1"],
  },
  list: {
    documented: [network, { "routes.network.get": "none" }, "GET /api/v1/networks"],
    assumed: [volume, { "routes.volume.get": "none" }, "GET /v1/volumes"],
  },
} as const;

async function outcomeOf(
  verb: "get" | "list",
  standing: Standing,
  { answered, looks }: { readonly answered: Answered; readonly looks: number },
) {
  const reader = standing === "documented" ? "documented" : "assumed";
  const [definition, assumptions, call] = readers[verb][reader];
  const calls = new Array<Expected>(looks).fill({ call, ...answered });
  const context = newContext(calls, { assumptions });
  const route = call.replace("x_1", "{volume_id}");
  const props = held(standing === "worked" ? { __routes: { [route]: "works" } } : {});
  const operation = new Operation(context, definition, { name: "read", id: "x_1", props });
  const look = lookUp(operation, { kind: definition.kind, id: "x_1" });
  return look.then(({ outcome }) => outcome).catch(() => "error");
}

/** The result of a look where nothing but the lists of one route tells. */
const outcomes: Readonly<Record<string, LookupResult["outcome"]>> = {
  missing: "gone",
  missingFromEmpty: "unreadable",
};

const cells = <A extends string>(
  verb: "get" | "list",
  table: Readonly<Record<A, Readonly<Record<Standing, string>>>>,
  answers: Readonly<Record<A, Answered>>,
) =>
  Object.entries<Readonly<Record<Standing, string>>>(table).flatMap(([name, row]) =>
    (["documented", "worked", "untried"] as const).map((standing) => {
      const answered = Object.entries<Answered>(answers).find(([one]) => one === name)?.[1] ?? {};
      return [verb, standing, name, row[standing], answered] as const;
    }),
  );

test.each([...cells("get", getVerdicts, byGet), ...cells("list", listVerdicts, byList)])(
  "a %s that is %s, answered with %s: %s",
  async (verb, standing, _name, verdict, answered) => {
    const looks = verdict === "missing" ? 2 : 1;
    const outcome = await outcomeOf(verb, standing, { answered, looks });
    expect(outcome).toBe(outcomes[verdict] ?? verdict);
  },
);

test("the page on requests has the tables", () => {
  const words: Readonly<Record<string, string>> = {
    seen: "there",
    unreadable: "nothing",
    missing: "gone, after two",
    missingFromEmpty: "nothing",
  };
  const rows = [...Object.values(getVerdicts), ...Object.values(listVerdicts)].map((row) =>
    [row.documented, row.worked, row.untried].map((verdict) => words[verdict] ?? verdict),
  );
  const page = readFileSync("docs/internals/how-requests-are-sent.md", "utf8");
  const said = [...page.matchAll(/^\| (?:GET|list): [^|]+\|(.+)\|$/gm)].map(([, cellsOfRow = ""]) =>
    cellsOfRow.split("|").map((cell) => cell.trim()),
  );
  expect(said).toEqual(rows);
});
