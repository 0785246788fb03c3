import { inspect } from "node:util";
import { expect, test } from "vitest";
import { HostingError } from "../../../../provider/errors.ts";
import { ApiKey } from "../../../../provider/http/wire/api-key.ts";

const secret = "hk_0123456789abcdefWXYZ";

test("a key is used trimmed", () => {
  const key = new ApiKey(` ${secret}\n`, "HOSTING_API_KEY");
  expect(key.authorization()).toBe(`Bearer ${secret}`);
  expect(key.reveal()).toBe(secret);
});

test("a key prints as its last four characters", () => {
  const key = new ApiKey(secret, "HOSTING_API_KEY");
  const holder = { key };
  const sinks = [
    String(key),
    `${key}`,
    JSON.stringify(holder),
    inspect(holder, { showHidden: true, depth: 9 }),
    inspect(key),
    Object.values(key).join(),
  ];
  for (const text of sinks) expect(text).not.toContain(secret);
  expect(inspect(key)).toBe("[key …WXYZ]");
  expect(JSON.stringify(holder)).toBe('{"key":"[key …WXYZ]"}');
});

test.each([
  "",
  "short",
  "has space 0123456789",
  "line\nbreak-0123456789",
  "cr\r\nX-Injected: 0123456789",
  "ellipsis…0123456789abc",
  "\u00001234567890123456",
  "x".repeat(513),
])("%j is no key, and the error does not show it", (text) => {
  const make = () => new ApiKey(text, "hosting:apiKey");
  expect(make).toThrow(HostingError);
  expect(make).toThrow("hosting:apiKey");
  if (text !== "") expect(make).not.toThrow(text);
});
