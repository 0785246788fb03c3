import { expect, test } from "vitest";
import { nearest, suggestion } from "../../../contract/values/nearest.ts";

const known = ["count", "region", "plan", "healthProbe"];

test.each([
  ["cuont", "count"],
  ["cont", "count"],
  ["countt", "count"],
  ["healthprobe", "healthProbe"],
  ["helthPrope", "healthProbe"],
  ["pla", "plan"],
  ["plna", "plan"],
  ["colour", undefined],
  ["paln2", undefined],
  ["", undefined],
])("%s is read as %s", (name, meant) => {
  expect(nearest(name, known)).toBe(meant);
});

test("the nearest of several is meant, whatever their order", () => {
  expect(nearest("baseUrl", ["apiBaseUrl", "baseUrls"])).toBe("baseUrls");
  expect(nearest("baseUrl", ["baseUrls", "apiBaseUrl"])).toBe("baseUrls");
});

test("a suggestion names the nearest one, else all there are", () => {
  expect(suggestion("cuont", known)).toBe("did you mean count?");
  expect(suggestion("colour", known)).toBe("known: count, region, plan, healthProbe");
  expect(suggestion("colour", [])).toBe("there are none");
});
