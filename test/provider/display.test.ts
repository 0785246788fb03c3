import { expect, test } from "vitest";
import { lineOf, type Message, once, shortened, withoutMiddle } from "../../provider/display.ts";
import { HostingError } from "../../provider/errors.ts";

const about = { subject: 'volume "data"', urn: "urn:data" };

test.each<[Message, string]>([
  [{ kind: "status", text: '"creating"', about }, '"creating" (volume "data")'],
  [{ kind: "status", text: "waits for a permit" }, "waits for a permit"],
  [{ kind: "info", text: "is there", about }, 'volume "data": is there'],
  [{ kind: "warning", text: "it is large", about }, 'warning: volume "data": it is large'],
  [{ kind: "warning", text: "the disk is full" }, "warning: the disk is full"],
])("%j in a separate line is %s", (message, line) => {
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

test("a text is cut between characters: its end, or of a name its middle", () => {
  expect(shortened("abcdef", 6)).toBe("abcdef");
  expect(shortened("ab cdef", 4)).toBe("ab…");
  expect(withoutMiddle("abcdefghij", 7)).toBe("abc…hij");
  expect(withoutMiddle("abcdefghij", 2)).toBe("a…");
  for (const cut of [shortened, withoutMiddle]) {
    for (const most of [8, 9, 10, 11]) {
      const short = cut("🚀".repeat(20), most);
      expect(short.isWellFormed()).toBe(true);
      expect(short.length).toBeLessThanOrEqual(most);
    }
  }
});

test("of a message that is too long the platform's words give way, and an error tells which it quotes", () => {
  const said = "quota exceeded: the limit of objects of this kind was reached ".repeat(9).trim();
  const message = `volume "data" was not made: ${said}. ${"Go on. ".repeat(19)}Go on.`;
  const error = new HostingError("refused", message, { reason: said });
  expect(error.message.length).toBeLessThanOrEqual(300);
  expect(error.message).toContain(`: ${error.reason}. Go on.`);
  expect(error.reason).toMatch(/^quota exceeded: the .*….* was reached$/);
  const ours = `${"Go on. ".repeat(60)}end`;
  expect(new HostingError("refused", ours).message).toBe(ours);
});
