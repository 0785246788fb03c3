import { expect, test } from "vitest";
import { takeOver } from "./takeover.ts";

const seeds = Array.from({ length: 50 }, (_none, at) => at + 1);

test.each(seeds)(
  "an account of 300 objects on third-party platform %i is taken over",
  async (seed) => {
    const { violations, resources } = await takeOver(seed, { times: 15 });
    expect(violations).toEqual([]);
    // Pages are read to their end; only a kind without a list is named instead.
    expect(resources.length).toBeGreaterThan(100);
  },
);
