import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { recordedReleases } from "../support/releases.ts";
import { surface } from "../support/surface.ts";

const releases = join(import.meta.dirname, "../fixtures/releases");

/** Names that version 0.2.0 removed: docs/guides/upgrading.md. */
const gone: readonly string[] = [
  // The embedded platform has one reading and the bill of the present: docs/decisions/0014-the-embedded-platform.md.
  "command hosting platform --preset",
  "command hosting platform bill --month",
  "command hosting platform fork",
  "command hosting platform fork --file",
  "command hosting platform fork --json",
  "export pulumi-hosting/platform.ChoiceName",
  "export pulumi-hosting/platform.Choices",
  "export pulumi-hosting/platform.Fork",
  "export pulumi-hosting/platform.Preset",
  "export pulumi-hosting/platform.VolumeSnapshot",
];

test.each(recordedReleases())("what %s had is still there", async (version) => {
  const had = readFileSync(join(releases, version, "surface.txt"), "utf8")
    .trim()
    .split("\n");
  const has = new Set(await surface());
  expect(had.length).toBeGreaterThan(300);
  expect(had.filter((line) => !has.has(line) && !gone.includes(line))).toEqual([]);
});

test("a name of each sort is reported", async () => {
  expect(await surface()).toEqual(
    expect.arrayContaining([
      "type pulumi-nodejs:dynamic/hosting/storage:Volume",
      "input storage:Volume.sizeGb",
      "output storage:Volume.status",
      "setting hosting:apiKey",
      "setting HOSTING_API_KEY",
      "error timeout",
      "policy volume-size",
      "export pulumi-hosting.Volume",
      "export pulumi-hosting.VolumeArgs",
      "export pulumi-hosting/runtime.handler",
      "export pulumi-hosting/testing.test",
      "command hosting plan --fail-on",
      "command hosting platform",
    ]),
  );
});
