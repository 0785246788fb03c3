import { assumptionTable } from "../../contract/assumption-table.ts";
import { clauseFiles, clauses } from "../../test/platform/clauses/_all.ts";
import {
  type Clause,
  isTested,
  type NotShown,
  type Settled,
} from "../../test/platform/clauses/clause.ts";
import { unquoted } from "../../test/platform/clauses/spec-units.ts";
import { headingOf } from "../api-sections.ts";
import { code, page, section, table } from "./markdown.ts";

/** The statements of the specification, clause by clause, and the embedded platform's behaviour for each. */
export function conformancePage(): string {
  const rows = Object.entries(clauseFiles).flatMap(([file, its]) =>
    its.map((clause) => ({ clause, file })),
  );
  const bySection = Map.groupBy(rows, ({ clause }) => topOf(clause));
  const parts = [...bySection].map(([number, of]) => {
    const cells = of.map(({ clause, file }) => [
      `spec ${clause.spec}`,
      code(clause.words),
      statusOf(clause, file),
    ]);
    return section(headingOf(number), table(["section", "words", "status"], cells));
  });
  return page("Conformance of the embedded platform", ...introduction, countTable(), ...parts);
}

/** Statements of the specification that no clause has, one line each. */
export function conformanceProblems(): readonly string[] {
  return unquoted(clauses).map(
    (words) => `Specification ${words}: no clause in test/platform/clauses has it.`,
  );
}

const introduction = [
  "Each clause of the spec in its own words, and how it is tested on the embedded platform. A sentence, point or cell of the text that is in no clause fails the tests, and so does a tested clause that the platform breaks. The files named are in `test/platform/clauses` of the repository.",
  "**Tested**: one test shows it on an empty platform, over HTTP; of a price, in the bill. Of what the text says more than once, one clause is tested, and the others name it. **Outside**: no test on one machine can see it, for the reason given. **Not shown**: the text says that it leaves this open; the note shows how the platform settles it, or the [assumption](assumptions.md) or [setting](platform-settings.md) that does.",
];

const kinds = ["tested", "outside", "not shown"] as const;

/** How many clauses of each section have which status. */
function countTable(): string {
  const counts = (some: readonly Clause[]) => [
    String(some.length),
    ...kinds.map((kind) => String(some.filter((clause) => kindOf(clause) === kind).length)),
  ];
  const rows = [...Map.groupBy(clauses, topOf)].map(([number, some]) => [
    headingOf(number),
    ...counts(some),
  ]);
  return table(["section", "clauses", ...kinds], [...rows, ["**all**", ...counts(clauses)]]);
}

function kindOf(clause: Clause): (typeof kinds)[number] {
  if (isTested(clause) || "same" in clause) return "tested";
  return "outside" in clause ? "outside" : "not shown";
}

function statusOf(clause: Clause, file: string): string {
  // No link: the package has this page and no tests.
  if (isTested(clause)) return `tested in ${code(`${file}.ts`)}`;
  if ("same" in clause) return `tested as spec ${clause.same}`;
  if ("outside" in clause) return `outside: ${clause.outside}`;
  return `not shown: ${settledBy(clause)}`;
}

function settledBy(clause: NotShown | Settled): string {
  if ("settled" in clause) return clause.settled;
  const { notShown } = clause;
  const file = notShown in assumptionTable ? "assumptions.md" : "platform-settings.md";
  return `[${code(notShown)}](${file})`;
}

/** `2.7a` → `2`. */
function topOf({ spec }: Clause): string {
  return spec.replace(/\..*/, "");
}
