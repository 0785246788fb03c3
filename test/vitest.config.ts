import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { Counts } from "./counts.ts";
import { WaitingFirst } from "./order.ts";

/** Tests must not touch the files that a machine keeps between runs. */
const env = { XDG_STATE_HOME: join(tmpdir(), "pulumi-hosting-test-state") };

/** Long enough for a loaded machine. */
const busy = 30_000;

export default defineConfig({
  test: {
    root: new URL("..", import.meta.url).pathname,
    reporters: ["default", new Counts()],
    // Stacks wait for a platform's time more than they work: two cores have time for others.
    maxWorkers: Math.max(6, availableParallelism()),
    // Stacks of one file that run at a time: more would only wait for each other.
    maxConcurrency: 3,
    sequence: { sequencer: WaitingFirst },
    coverage: {
      include: ["provider/**/*.ts"],
      reporter: ["text-summary"],
      thresholds: { lines: 95 },
    },
    projects: [
      {
        test: {
          name: "unit",
          include: [
            "test/{contract,provider,resources,types,conformance,policies,scripts,cli}/**/*.test.ts",
          ],
          globalSetup: "test/support/database-setup.ts",
          // Importing @pulumi/pulumi anew for every file took most of the time.
          isolate: false,
          testTimeout: busy,
          env,
        },
      },
      {
        test: {
          // The same suites by way of the plugin.
          name: "plugin",
          include: [
            "test/conformance/conformance.test.ts",
            "test/provider/lifecycle/rules/*.test.ts",
            "test/simulation/simulation.test.ts",
            "test/thirdparty/life.test.ts",
          ],
          isolate: false,
          testTimeout: 120_000,
          env: { ...env, TEST_DOOR: "plugin" },
        },
      },
      {
        test: {
          name: "platform",
          include: ["test/{platform,faults}/**/*.test.ts"],
          // Each file would load the platform anew.
          isolate: false,
          testTimeout: busy,
          env,
        },
      },
      {
        test: {
          name: "browser",
          include: ["test/browser/**/*.test.ts"],
          // Starting a browser takes seconds on a busy machine.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 15_000 } },
          env,
        },
      },
      {
        test: {
          name: "simulation",
          include: ["test/simulation/**/*.test.ts"],
          globalSetup: "test/support/database-setup.ts",
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: "thirdparty",
          include: ["test/thirdparty/**/*.test.ts"],
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: "e2e",
          include: ["test/e2e/**/*.test.ts"],
          // The package's own build is loaded as Node loads it in a user's tests.
          server: { deps: { external: [/\/dist\//] } },
          globalSetup: ["test/e2e/setup.ts", "test/support/database-setup.ts"],
          // Each file would load the platform anew; what they test runs in separate processes.
          isolate: false,
          // Each command starts three processes: a busy machine takes many seconds for it.
          testTimeout: 900_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
