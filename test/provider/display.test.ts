import { expect, test } from "vitest";
import {
  fitted,
  lineOf,
  type Message,
  once,
  shortened,
  withoutMiddle,
} from "../../provider/display.ts";

const about = { subject: 'volume "data"', urn: "urn:data" };

test.each<[Message, string]>([
  [{ kind: "status", text: '"creating"', about }, '"creating" (volume "data")'],
  [{ kind: "status", text: "waits for a permit" }, "waits for a permit"],
  [{ kind: "info", text: "is there", about }, 'volume "data": is there'],
  [{ kind: "warning", text: "it is large", about }, 'warning: volume "data": it is large'],
  [{ kind: "warning", text: "the disk is full" }, "warning: the disk is full"],
])("%j in a line of its own is %s", (message, line) => {
  expect(lineOf(message)).toBe(line);
});

test("what stays is shown once for each resource, a status whenever it is one", () => {
  const shown: string[] = [];
  const display = once((message) => void shown.push(lineOf(message)));
  const other = { subject: 'volume "logs"', urn: "urn:logs" };
  const messages: readonly Message[] = [
    { kind: "warning", text: "large", about },
    { kind: "warning", text: "large", about },
    { kind: "warning", text: "large", about: other },
    { kind: "warning", text: "old", about: { ...about, urn: undefined } },
    { kind: "warning", text: "old", about: { ...other, urn: undefined } },
    { kind: "status", text: "40 %", about },
    { kind: "status", text: "40 %", about },
  ];
  for (const message of messages) display(message);
  expect(shown).toEqual([
    'warning: volume "data": large',
    'warning: volume "logs": large',
    'warning: volume "data": old',
    'warning: volume "logs": old',
    '40 % (volume "data")',
    '40 % (volume "data")',
  ]);
});

test.each([
  ["🚀".repeat(20), 11, "🚀🚀…🚀🚀"],
  [
    "é".normalize("NFD").repeat(20),
    10,
    `${"é".normalize("NFD").repeat(2)}…${"é".normalize("NFD").repeat(2)}`,
  ],
  ["👍🏽".repeat(9), 13, "👍🏽…👍🏽"],
  ["abcdefghij", 7, "abc…hij"],
])("%s within %i characters keeps each of them whole", (text, most, expected) => {
  expect(withoutMiddle(text, most)).toBe(expected);
});

test("a beginning ends with a whole character", () => {
  expect(shortened("ab🚀cd", 4)).toBe("ab…");
});

test("a message that is too long by many short words loses the middle of what it quotes", () => {
  const { text } = fitted(`x is "${"a b ".repeat(90)}c", which is no name. Write one.`);
  expect(text).toMatch(/^x is "a b .*….* b c", which is no name\. Write one\.$/);
  expect(text).toHaveLength(300);
});

test("what is to be copied from a message that is too long stays whole", () => {
  const long = "frontend-of-the-shop-in-the-second-region-of-the-production/tcp/20001";
  const { text } = fitted(
    `port forward "x" was not created: ${long} has its place, and ${"a b ".repeat(40)}. A run that was killed made it: set adopt to ${long}, or run HOSTING_FORGET_UNRESOLVED=${long} pulumi up.`,
  );
  expect(text).toContain(` set adopt to ${long}, or run HOSTING_FORGET_UNRESOLVED=${long} pulumi`);
  expect(text).toMatch(/created: frontend\S*…\S* has its place/);
});
