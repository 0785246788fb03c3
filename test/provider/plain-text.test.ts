import { expect, test } from "vitest";
import { plainText } from "../../provider/display.ts";

test.each([
  ["a \u001b[31mred\u001b[0m word", "a red word"],
  ["\u001b]8;;https://evil.example\u0007click\u001b]8;;\u0007", "click"],
  [" two\n  lines\u2028and more\t", "two lines and more"],
  ["se\u200bcret \u202eback", "secret back"],
  ["got https://img.example/a.raw?sig=abc&e=1 twice", "got https://img.example/a.raw?… twice"],
  ["https://me:hunter2@img.example/a", "https://[secret]img.example/a"],
  ["api:https://img.example#me@img.example", "api:https://img.example#me@img.example"],
  ['really? "yes"', 'really? "yes"'],
  // Pulumi's console takes it for a colour, and panics where it knows none of that name.
  ["<{%x%}>", "<{ %x%}>"],
  ["<\u200b{\u0000%bogus%}> and <{%reset%}>", "<{ %bogus%}> and <{ %reset%}>"],
  ["\u009b31mred\u009b0m \u0085next", "red next"],
])("%j is shown as %j", (text, shown) => {
  expect(plainText(text)).toBe(shown);
});

test("an account that is an e-mail address is no secret of the address before it", () => {
  const world = "api:https://a.example+https://b.example#ops@example.com";
  expect(plainText(world)).toBe(world);
});
