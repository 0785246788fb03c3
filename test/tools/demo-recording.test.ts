import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sceneLines } from "../../tools/demo/play.ts";
import { recordingOf } from "../../tools/demo/recording.ts";
import { expectCurrent } from "../support/demo-recording.ts";

const printed = `built

━━ 1/2  First: a <stack>.

@ updating....
 +  hosting:compute:Instance app-0 created (2s)
Outputs:
    address: "198.18.0.1"

Resources:
    + 1 created


━━ 2/2  Second: nothing.

    1 unchanged
`;

test("a recording shows each scene by itself, without what came before them and without outputs", () => {
  const svg = recordingOf(printed);
  const groups = [...svg.matchAll(/<g .*<\/g>/g)].map(([group]) =>
    [...group.matchAll(/>([^<]+)<\/text>/g)].map(([, text]) => text),
  );
  expect(groups).toEqual([
    [
      "━━ 1/2  First: a &lt;stack&gt;.",
      " +  hosting:compute:Instance app-0 created (2s)",
      "Resources:",
      "    + 1 created",
    ],
    ["━━ 2/2  Second: nothing.", "    1 unchanged"],
  ]);
  expect(svg).toContain("prefers-reduced-motion");
});

test("the recording in the README is one of the demonstration as it is", () => {
  const path = join(import.meta.dirname, "../../docs/images/demo.svg");
  const titles = [...readFileSync(path, "utf8").matchAll(/━━ \d+\/\d+ {2}([^<]*)/g)];
  expect(titles.map(([, title]) => title)).toEqual(sceneLines);
});

/** A scene with a row of an object that takes its time. */
const scene = (row: string, note: string) => `━━ 1/1  Only: one.

@ updating....
 +  hosting:network:FloatingIp front created (0.07s)
 +  hosting:compute:Instance ${row}
${note}
`;
const recording = recordingOf(scene("app-0 created (2s)", "Duration: 9s"));

test("a recording is current where times and the order of rows differ", () => {
  const [title, , , first, second, note] = scene("app-0 created (1m3s)", "Duration: 1m10s").split(
    "\n",
  );
  expectCurrent(recording, [title, second, first, note, ""].join("\n"));
});

test.each([
  ["another note", scene("app-0 created (2s)", "Duration: 9s\nlast words")],
  ["another row", scene("app-0 replaced (2s)", "Duration: 9s")],
  ["another title", scene("app-0 created (2s)", "Duration: 9s").replace("Only", "First")],
  ["one scene more", `${scene("app-0 created (2s)", "Duration: 9s")}━━ 2/2  More: two.\n`],
])("a recording is stale where there is %s", (_what, now) => {
  expect(() => expectCurrent(recording, now)).toThrow("docs/images/demo.svg is stale");
});
