import { expect, it, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { recordedReleases, reopenRelease } from "../support/releases.ts";
import { openStack } from "../support/stack.ts";

test("a stack of every version is kept (node test/support/record-release.ts)", () => {
  expect(recordedReleases()).toContain(manifest.version);
});

it.each(recordedReleases())("goes on with a stack that %s left", async (version) => {
  await using stack = await openStack();
  await reopenRelease(stack, version);
  stack.requests();
  expect(await stack.preview()).toMatchObject({ changes: {}, messages: [] });
  expect(await stack.up()).toMatchObject({ changes: {}, messages: [] });
  expect(await stack.refresh()).toMatchObject({ changes: {}, messages: [] });
  expect(stack.writes()).toEqual([]);

  await stack.destroy();
  const left = Object.entries(stack.platform.snapshot()).filter(([, { length }]) => length > 0);
  expect(left).toEqual([]);
});
