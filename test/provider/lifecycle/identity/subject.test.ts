import { expect, test } from "vitest";
import { subjectOf } from "../../../../provider/lifecycle/identity/subject.ts";
import { declared } from "../../../support/session.ts";
import { definitionOf } from "../../../support/session-inputs.ts";

const volume = definitionOf("storage:Volume");

test.each([
  ["data", 'volume "data"'],
  ["the-shop-in-the-second-region-data-1", 'volume "the-shop-in-the-second-region-data-1"'],
  ["the-shop-in-the-second-region-data-12", 'volume "the-shop-in-the-se…nd-region-data-12"'],
  [`${"x".repeat(17)}\u{1F600}${"y".repeat(30)}`, `volume "${"x".repeat(17)}…${"y".repeat(17)}"`],
])("messages name what a program calls %j", (name, subject) => {
  expect(subjectOf(volume, declared({ name: "generated-1" }, name))).toBe(subject);
});

test("what no program declares has its name on the platform, or none", () => {
  expect(subjectOf(volume, { name: "generated-1" })).toBe('volume "generated-1"');
  expect(subjectOf(volume, { __identity: {} })).toBe("a volume");
  expect(subjectOf(definitionOf("compute:Instance"), {})).toBe("an instance");
});
