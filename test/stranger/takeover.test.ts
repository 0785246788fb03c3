import { expect, test } from "vitest";
import { takeOver } from "./takeover.ts";

const seeds = Array.from({ length: 50 }, (_none, at) => at + 1);

test.each(seeds)(
  "an account on the platform of stranger %i is taken over without a write",
  async (seed) => {
    const { violations, resources } = await takeOver(seed, { times: 1 });
    expect({ violations, isMuch: resources.length > 5 }).toEqual({ violations: [], isMuch: true });
  },
);
