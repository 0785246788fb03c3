import { configDefaults, defineConfig } from "vitest/config";

const places = process.env["MUTATION_TESTS"] ?? "test/provider test/policies";

/** What `npm run mutate` starts for each mutant: no projects, and only the tests that may reach it. */
export default defineConfig({
  test: {
    // The copy that is mutated, where this runs.
    root: process.cwd(),
    include: places.split(" ").map((place) => `${place}/**/*.test.ts`),
    // Processes of their own, which know of no mutant; and seconds of counting requests, which other tests do as well.
    exclude: [...configDefaults.exclude, "**/shared-processes.test.ts", "**/calls.test.ts"],
    isolate: false,
    testTimeout: 30_000,
  },
});
