import { describe, it } from "vitest";
import { liveOnThirdParty, longestLife } from "../support/thirdparty-life.ts";

const seeds = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 29];

describe("a dozen variants of a platform that nobody here has written", () => {
  it.concurrent.each(seeds)(
    "of seed %i is met without a needless request, and left empty",
    liveOnThirdParty,
    longestLife,
  );
});
