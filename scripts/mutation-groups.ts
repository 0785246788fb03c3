/** Files that are mutated together, and the directories of the tests that have to notice. */
export interface Group {
  readonly mutate: readonly string[];
  readonly tests: readonly string[];
}

const http = "test/provider/http";
/** The promises of resources are tested through the operations, and the causes of errors by separate tests. */
const lifecycle = ["test/provider/lifecycle", "test/provider/errors", "test/resources"];

/** Only the tests that are meant for a group: others would fail with it, too, and take minutes for each mutant. */
export const groups: Readonly<Record<string, Group>> = {
  outcomes: { mutate: ["provider/http/outcomes.ts"], tests: [http] },
  scrubber: { mutate: ["provider/scrub.ts"], tests: ["test/provider/scrub.test.ts"] },
  limiter: { mutate: ["provider/http/rate-limit/*.ts"], tests: [`${http}/rate-limit`] },
  // The list of rules is generated.
  policies: { mutate: ["policies/**/*.ts", "!policies/_rules.ts"], tests: ["test/policies"] },
  coordination: {
    mutate: ["provider/coordination/**/*.ts"],
    tests: ["test/provider/coordination"],
  },
  lookups: { mutate: ["provider/lifecycle/{lists,lookup}/*.ts"], tests: lifecycle },
  creates: { mutate: ["provider/lifecycle/create/*.ts"], tests: lifecycle },
  operations: {
    mutate: ["provider/lifecycle/*.ts", "provider/lifecycle/{delete,reconcile}/*.ts"],
    // `pulumi-hosting drift` reads the messages of a refresh again.
    tests: [...lifecycle, "test/cli/drift"],
  },
};
