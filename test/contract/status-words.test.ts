import { expect, test } from "vitest";
import { isStatusOf, resolveAssumptions, statusIn } from "../../contract/assumptions.ts";

const assumptions = resolveAssumptions({ "words.stopped": ["off", "TERMINATED", "powered_off"] });

test.each([
  ["off", true],
  ["OFF", true],
  ["terminated", true],
  ["TERMINATED", true],
  ["powered-off", true],
  ["Powered Off", true],
  ["PoweredOff", true],
  ["stopped", false],
  [undefined, false],
])("a status %j is found as it or the list may be written", (status, isStopped) => {
  expect(isStatusOf(["stopped"], status, assumptions)).toBe(isStopped);
});

test.each<[string, Readonly<Record<string, unknown>>, unknown]>([
  ["under its name", { status: "running", state: "other" }, "running"],
  ["as a state", { state: "running" }, "running"],
  ["in an object", { status: { state: "running", since: 1 } }, "running"],
  ["in an object, as a name", { state: { name: "running", code: 16 } }, "running"],
  ["nowhere", { name: "web" }, undefined],
  ["as nothing", { status: null, state: "running" }, null],
])("a status is seen %s", (_where, answer, status) => {
  expect(statusIn(answer, assumptions)).toBe(status);
});
