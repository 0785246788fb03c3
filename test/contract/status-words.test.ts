import { expect, test } from "vitest";
import { isGone, isStatusOf, resolveAssumptions, statusIn } from "../../contract/assumptions.ts";

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

const clock = { now: () => Date.parse("2027-01-15T08:00:00Z") };

test.each([
  [{ status: "Deleted" }, true],
  [{ status: "TERMINATED" }, false],
  [{ status: "archived", deleted_at: "2026-01-02T00:00:00Z" }, true],
  [{ deletedAt: 1_767_312_000 }, true],
  [{ status: "active", deleted_at: "2026-01-02T00:00:00Z" }, false],
  [{ deleted_at: null }, false],
  [{ deleted_at: "" }, false],
  // No times, or times of nothing that has happened: the beginning and the end of calendars, a plan.
  [{ deleted_at: "0001-01-01T00:00:00Z" }, false],
  [{ deleted_at: "1970-01-01T00:00:00Z" }, false],
  [{ deleted_at: "9999-12-31T23:59:59Z" }, false],
  [{ deleted_at: "2027-06-01" }, false],
])("that %j is shown of something that is gone: %s", (answer, is) => {
  expect(isGone(answer, { assumptions, clock })).toBe(is);
});
