/**
 * For tests of programs and components with vitest: each test has its own test environment, so that tests
 * run side by side, need no account, and leave nothing behind.
 */
import { test as base } from "vitest";
import { openWorld, type World } from "./world.ts";

export type { PulumiFn, Stack } from "@pulumi/pulumi/automation/index.js";
export type { Platform } from "../index.ts";
export { type OpenWorld, openWorld, type World } from "./world.ts";

/** vitest's `test` with the fixture `world`, a test environment for each test that names it. */
export const test = base.extend<{ world: World }>({
  world: async ({ onTestFinished }, use) => {
    const world = openWorld();
    onTestFinished(() => world[Symbol.dispose]());
    await use(world);
  },
});
