import { expect, test } from "vitest";
import { lineOf, type Message, once } from "../../provider/display.ts";

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
