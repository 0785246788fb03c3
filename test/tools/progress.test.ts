import { expect, test } from "vitest";
import { formatDuration, progressOn } from "../../tools/cli/progress.ts";
import { FakeClock } from "./fakes.ts";

function record(stream: { isTTY?: boolean; columns?: number }) {
  const clock = new FakeClock();
  const written: string[] = [];
  const progress = progressOn({ ...stream, write: (text) => written.push(text) }, clock);
  return { clock, written, progress };
}

test("a terminal sees one line, rewritten once a second at most", () => {
  const { clock, written, progress } = record({ isTTY: true, columns: 10 });
  for (const text of ["one", "two", "three", "four is too long"]) {
    progress.update(text);
    clock.time += 500;
  }
  progress.finish("done and longer");
  expect(written).toEqual(["\rone\u001b[K", "\rthree\u001b[K", "\rdone and longer\u001b[K\n"]);
});

test("a line never wraps on a terminal", () => {
  const { written, progress } = record({ isTTY: true, columns: 10 });
  progress.update("0123456789");
  expect(written).toEqual(["\r012345678\u001b[K"]);
});

test("what is shown can be removed, once", () => {
  const { written, progress } = record({ isTTY: true });
  progress.update("one");
  progress.clear();
  progress.clear();
  progress.update("two");
  progress.finish("done");
  progress.clear();
  expect(written).toEqual(["\rone\u001b[K", "\r\u001b[K", "\rtwo\u001b[K", "\rdone\u001b[K\n"]);
});

test("a log gets the first line and then one every 15 seconds", () => {
  const { clock, written, progress } = record({});
  for (let second = 0; second < 31; second += 1) {
    progress.update(`${second} s`);
    clock.time += 1_000;
  }
  progress.clear();
  progress.finish("done");
  expect(written).toEqual(["0 s\n", "15 s\n", "30 s\n", "done\n"]);
});

test.each([
  [0, "0 s"],
  [59_400, "59 s"],
  [60_000, "1 min 00 s"],
  [225_000, "3 min 45 s"],
])("%i ms read as %s", (milliseconds, expected) => {
  expect(formatDuration(milliseconds)).toBe(expected);
});
