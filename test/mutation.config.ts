import { configDefaults, defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const places = process.env["MUTATION_TESTS"] ?? "test/provider test/policies";

/**
 * Separate processes, which know of no mutant; and tests that take seconds to count requests or the
 * letters of every error, on paths that other tests cover as well.
 */
const slow = ["shared-processes", "calls", "length", "random-lengths"];

/**
 * The first failure ends a mutant: first the test that found the mutant before, which is beside it,
 * then the fastest.
 */
class QuickestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const before = (file: TestSpecification) => this.ctx.cache.getTestSpecificationResult(file);
    const cost = (file: TestSpecification) => {
      return before(file)?.failed === true ? -1 : (before(file)?.duration ?? 0);
    };
    return files.toSorted((one, other) => cost(one) - cost(other));
  }
}

/** What `scripts/mutate.ts` starts for each mutant: no projects, and only the tests that may reach it. */
export default defineConfig({
  test: {
    // The copy that is mutated, where this runs.
    root: process.cwd(),
    include: places.split(" ").map((place) => `${place}/**/*.test.ts`),
    exclude: [...configDefaults.exclude, ...slow.map((name) => `**/${name}.test.ts`)],
    sequence: { sequencer: QuickestFirst },
    isolate: false,
    testTimeout: 30_000,
  },
});
