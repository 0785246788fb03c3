import { defineConfig } from "vitest/config";
import { Counts } from "./counts.ts";

/** All kinds of projects with all they may have beside the package: `npm run test:matrix`. */
export default defineConfig({
  test: {
    root: new URL("..", import.meta.url).pathname,
    reporters: ["default", new Counts()],
    include: ["test/matrix/**/*.test.ts"],
    globalSetup: ["test/e2e/setup.ts", "test/support/database-setup.ts"],
    // Stacks of one file that run at a time: more would only wait for each other.
    maxConcurrency: 3,
    maxWorkers: 2,
    testTimeout: 900_000,
    hookTimeout: 240_000,
  },
});
