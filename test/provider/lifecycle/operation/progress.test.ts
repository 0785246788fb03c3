import { describe, expect, test } from "vitest";
import { Messages } from "../../../../provider/display.ts";
import { Progress } from "../../../../provider/lifecycle/operation/progress.ts";

/** Rows that note what they are to show, with the second, as of a progress that is asked every second. */
function screen() {
  const progress = new Progress();
  const shown: string[] = [];
  let now = 0;
  return {
    shown,
    row: (name: string) =>
      new Messages(
        ({ text }) => void shown.push(`${now}: ${name} ${text}`),
        { subject: name, urn: undefined },
        (text) => text,
      ),
    begin: (row: Messages, text: string) => progress.begin(row, text, now * 1000),
    end: (row: Messages) => progress.end(row),
    nextAt: () => progress.nextAt / 1000,
    until(second: number): void {
      for (; now <= second; now += 1) progress.tell(now * 1000);
    },
  };
}

test("a secret leaves a message also where characters that nobody sees are in it", () => {
  const shown: string[] = [];
  const about = { subject: "web", urn: undefined };
  const scrub = (text: string) => text.replaceAll("hunter2", "[secret]");
  const messages = new Messages(({ text }) => void shown.push(text), about, scrub);
  messages.warn("hunter2 and hun\u200Bter2");
  expect(shown).toEqual(["[secret] and [secret]"]);
});

describe("who waits", () => {
  test("is shown after 15 s, and ever less often until it is once a minute", () => {
    const { row, begin, until, shown } = screen();
    begin(row("web"), '"booting"');
    until(300);
    expect(shown).toEqual(
      [15, 30, 60, 120, 180, 240, 300].map((at) => `${at}: web "booting", ${at} s so far`),
    );
  });

  test("is counted by one of those with the same status, each of which shows it once", () => {
    const { row, begin, until, shown } = screen();
    const rows = ["web", "api", "job"].map(row);
    for (const each of rows) begin(each, '"booting"');
    begin(row("db"), '"frozen"');
    until(30);
    expect(shown).toEqual([
      '15: web "booting", 15 s so far, like 2 more',
      '15: api "booting"',
      '15: job "booting"',
      '15: db "frozen", 15 s so far',
      '30: web "booting", 30 s so far, like 2 more',
      '30: db "frozen", 30 s so far',
    ]);
  });

  test("keeps its times from one wait to the next, and says nothing between them", () => {
    const { row, begin, end, until, shown, nextAt } = screen();
    const gate = row("gate");
    for (let second = 0; second < 14; second += 2) {
      begin(gate, "not healthy yet");
      until(second + 1);
      end(gate);
    }
    until(20);
    expect(shown).toEqual([]);
    expect(nextAt()).toBe(Number.POSITIVE_INFINITY);
    begin(gate, "not healthy yet");
    until(21);
    expect(shown).toEqual(["21: gate not healthy yet, 21 s so far"]);
  });
});
