import { matchesGlob } from "node:path";

/** What is mutated together, and the directories of the tests that are to notice. */
export interface Group {
  readonly name: string;
  readonly mutate: readonly string[];
  readonly tests: readonly string[];
}

const http = "test/provider/http";
/** What resources promise is held through the operations, and which error says what by its own tests. */
const lifecycle = ["test/provider/lifecycle", "test/provider/errors", "test/resources"];

/** Only the tests that are meant to hold a group: others would fail with it, too, and take minutes for each mutant. */
export const groups: readonly Group[] = [
  { name: "outcomes", mutate: ["provider/http/outcomes.ts"], tests: [http] },
  { name: "scrubber", mutate: ["provider/http/wire/scrub.ts"], tests: [`${http}/wire`] },
  { name: "limiter", mutate: ["provider/http/rate-limit/*.ts"], tests: [`${http}/rate-limit`] },
  // The list of rules is generated.
  {
    name: "policies",
    mutate: ["policies/**/*.ts", "!policies/_rules.ts"],
    tests: ["test/policies"],
  },
  {
    name: "absence",
    mutate: ["provider/lifecycle/operation/{absence,lookup,witness,removal}.ts"],
    tests: lifecycle,
  },
  { name: "create-once", mutate: ["provider/lifecycle/create-once/*.ts"], tests: lifecycle },
  { name: "operations", mutate: ["provider/lifecycle/operations/*.ts"], tests: lifecycle },
];

/** The groups of these names; every other name is a file, or a pattern of some, perhaps with a range of lines. */
export function chosen(names: readonly string[]): readonly Group[] {
  if (names.length === 0) return groups;
  const known = groups.filter(({ name }) => names.includes(name));
  const files = names.filter((name) => groups.every((group) => group.name !== name));
  if (files.length === 0) return known;
  return [...known, { name: "files", mutate: files, tests: testsOf(files) }];
}

/** Those of the groups that have the files; where none has one of them, all that might notice. */
function testsOf(files: readonly string[]): readonly string[] {
  const found = files.map((file) => {
    const path = file.replace(/:.*/, "");
    return groups.find(({ mutate }) => mutate.some((pattern) => matchesGlob(path, pattern)));
  });
  const tests = found.flatMap(
    (group) => group?.tests ?? ["test/provider", "test/policies", "test/resources"],
  );
  return [...new Set(tests)];
}
