import { expect, test } from "vitest";
import { takeOver } from "./takeover.ts";

const seeds = Array.from({ length: 50 }, (_none, at) => at + 1);

test.each(seeds)(
  "an account of 300 objects on stranger %i's platform is taken over",
  async (seed) => {
    const { violations, resources } = await takeOver(seed, { times: 15 });
    expect(violations).toEqual([]);
    // What is listed in pages, or not at all, is named instead.
    expect(resources.length).toBeGreaterThan(10);
  },
);
