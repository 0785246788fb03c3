import { configDefaults, defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const places = process.env["MUTATION_TESTS"] ?? "test/provider test/policies";

/** The first failure ends a mutant: first what found the one before, which stands beside it, then what takes least time. */
class QuickestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const before = (file: TestSpecification) => this.ctx.cache.getTestSpecificationResult(file);
    const cost = (file: TestSpecification) => {
      return before(file)?.failed === true ? -1 : (before(file)?.duration ?? 0);
    };
    return files.toSorted((one, other) => cost(one) - cost(other));
  }
}

/** What `npm run mutate` starts for each mutant: no projects, and only the tests that may reach it. */
export default defineConfig({
  test: {
    // The copy that is mutated, where this runs.
    root: process.cwd(),
    include: places.split(" ").map((place) => `${place}/**/*.test.ts`),
    // Processes of their own, which know of no mutant; and seconds of counting requests, which other tests do as well.
    exclude: [...configDefaults.exclude, "**/shared-processes.test.ts", "**/calls.test.ts"],
    sequence: { sequencer: QuickestFirst },
    isolate: false,
    testTimeout: 30_000,
  },
});
