import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { apiPage, withApiLinks } from "../../scripts/api-sections.ts";

const link = (text: string) => withApiLinks(text, "api.md");

test.each([
  ["Grows only (spec 2.7).", "Grows only ([API 2.7](api.md#27-block-volume))."],
  ["An image (spec 2.7a)", "An image ([API 2.7a](api.md#27a-image))"],
  ["No route (spec 4 note 4)", "No route ([API 4, note 4](api.md#4-endpoints))"],
  ["Refused (spec 7.5: stop first)", "Refused ([API 7.5](api.md#7-errors): stop first)"],
  ["What the spec shows", "What the API's specification shows"],
  ["Its specification", "Its specification"],
])("%s", (text, expected) => expect(link(text)).toBe(expected));

test("code stays as it is", () => {
  const code = "```ts\n// spec 2.7\n```";
  expect(link(`spec 8\n\n${code}\n`)).toBe(`[API 8](api.md#8-limits-and-prices)\n\n${code}\n`);
});

test("a section that the page lacks is no link", () => {
  expect(() => link("(spec 12)")).toThrow(`${apiPage} has no section 12.`);
});

test("the page has every section of the specification", () => {
  const text = readFileSync(join(import.meta.dirname, "../..", apiPage), "utf8");
  const numbers = [...text.matchAll(/^#+ (\d[\d.a]*) /gm)].map(([, number]) => number);
  const second = ["1", "2", "3", "4", "5", "6", "7", "7a", "8", "9", "10", "11", "12"];
  expect(numbers).toEqual([
    ...["1", "2", ...second.map((part) => `2.${part}`)],
    ...["3", "4", "4.1", "4.2", "4.3", "5", "6", "7", "8", "9"],
  ]);
});
