import { expect, test } from "vitest";
import { HostingError } from "../../provider/errors.ts";
import { isOurs } from "../../runtime/process-end.ts";

test("an error of this package ends the process", () => {
  expect(isOurs(new HostingError("bug", "It broke."))).toBe(true);
  expect(isOurs(new Error("thrown in a file of this package"))).toBe(true);
});

test("an error of another provider in the process does not", () => {
  const foreign = new Error("a promise that nobody awaits");
  foreign.stack = "Error: a promise that nobody awaits\n    at save (/app/other-provider.js:3:9)";
  expect(isOurs(foreign)).toBe(false);
  expect(isOurs("a text")).toBe(false);
});
