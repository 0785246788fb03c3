import { describe, it } from "vitest";
import { liveWithStranger, longestLife } from "../support/stranger-life.ts";

/** Few, because each is a stack's whole life; unlike in lists, envelopes, ids, words and routes. More are in test/matrix. */
const seeds = [2, 29];

describe("a platform that nobody here has written", () => {
  it.concurrent.each(seeds)(
    "of seed %i is met without a needless request, and left empty",
    liveWithStranger,
    longestLife,
  );
});
