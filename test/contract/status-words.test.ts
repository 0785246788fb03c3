import { expect, test } from "vitest";
import { isStatusOf, resolveAssumptions } from "../../contract/assumptions.ts";

const assumptions = resolveAssumptions({ "words.stopped": ["off", "TERMINATED"] });

test.each([
  ["off", true],
  ["OFF", true],
  ["terminated", true],
  ["TERMINATED", true],
  ["stopped", false],
  [undefined, false],
])("a status %j is found as it or the list may be written", (status, isStopped) => {
  expect(isStatusOf(["stopped"], status, assumptions)).toBe(isStopped);
});
