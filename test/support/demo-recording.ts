/** Whether the README's recording shows what the demonstration prints. */
import { expect } from "vitest";
import { recordingOf, scenesOf } from "../../tools/demo/recording.ts";

/** A row of Pulumi's table: they stand in the order of the run. */
const row = /^ *[+~-]{0,2} +[\w-]+:[\w/-]+:\w+ /;

/** Times, ids and addresses. */
const differing: readonly (readonly [RegExp, string])[] = [
  [/\b(?:\d+m)?\d+(?:\.\d+)?s\b/g, "…s"],
  [/\bvol_\w+/g, "vol_…"],
  [/\b\d+\.\d+\.\d+\.\d+(?::\d+)?\b/g, "address"],
  [/\b\d{4}-\d\d-\d\dT[\d:]+Z/g, "time"],
];

/** Fewer than the picture has: it cuts a line before what differs is masked. */
const columns = 90;

/** Expects what any run prints to be what this one does, and each row of the picture among those of this one. */
export function expectCurrent(svg: string, printed: string): void {
  const shown = shownBy(svg);
  const played = scenesOf(printed).map(masked);
  const gone = shown.flatMap((lines, at) =>
    lines.filter((line) => row.test(line) && played[at]?.includes(line) !== true),
  );
  const wayOut = "docs/images/demo.svg is stale: run `npm run demo -- --record`";
  expect(shown.map(notes), wayOut).toEqual(shownBy(recordingOf(printed)).map(notes));
  expect(gone, wayOut).toEqual([]);
}

function notes(lines: readonly string[]): readonly string[] {
  return lines.filter((line) => !row.test(line));
}

/** The lines of each scene of a recording. */
function shownBy(svg: string): readonly (readonly string[])[] {
  return [...svg.matchAll(/<g .*<\/g>/g)].map(([group]) => {
    const texts = [...group.matchAll(/>([^<]+)<\/text>/g)].map(([, text = ""]) => text);
    return masked(texts.map(unescaped));
  });
}

function unescaped(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}

function masked(lines: readonly string[]): readonly string[] {
  return lines.map((line) =>
    differing.reduce((text, [what, word]) => text.replaceAll(what, word), line).slice(0, columns),
  );
}
