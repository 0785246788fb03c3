import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files in which stacks wait for minutes of a platform's time: begun last, they would run on alone. */
const longest = [
  "kills-in-create",
  "two-stacks",
  "stranger",
  "ci-files",
  "another-key",
  "kills-in-change",
  "traffic",
];

/** Begins with the files that take longest, also where no earlier run has measured them. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files);
    const first = longest.flatMap((name) =>
      others.filter(({ moduleId }) => moduleId.endsWith(`/e2e/${name}.test.ts`)),
    );
    return [...new Set([...first, ...others])];
  }
}
