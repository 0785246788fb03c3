import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const repository = join(import.meta.dirname, "../..");

it("npm run demo plays all its scenes and leaves nothing behind", async () => {
  const script = 'await (await import("./scripts/demo/play.ts")).play()';
  const args = ["--input-type=module", "--eval", script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: repository });
  const [, ...scenes] = stdout.split(/^━━ \d+\/\d+ {2}/m);
  const scene = (name: string) => scenes.find((text) => text.startsWith(`${name}:`));
  expect(scenes).toHaveLength(14);
  expect(scene("Preview")).toMatch(/Resources:\n {4}\+ \d+ to create\n/);
  expect(scene("Up")).toMatch(/Resources:\n {4}\+ \d+ created\n/);
  expect(scene("Again")).toMatch(/Resources:\n {4}\d+ unchanged\n/);
  expect(scene("Plan")).toContain("~ sizeGb: 20 => 40");
  expect(scene("Apply")).toMatch(
    /Certificate app-certificate replaced .*\[diff: ~certificate,privateKey\]/,
  );
  expect(scene("Release")).toMatch(/Instance app-0 replaced .*\[diff: ~image\]/);
  expect(scene("Drift")).toMatch(/Resources:\n {4}- 2 deleted\n/);
  expect(scene("Repair")).toMatch(/Resources:\n {4}\+ 2 created\n/);
  expect(scene("Data")).toMatch(/Resources:\n {4}\d+ unchanged\n/);
  expect(scene("Destroy")).toMatch(/Resources:\n {4}- \d+ deleted\n/);
  expect(scene("Proof")).toMatch(/^(\w+ 0, )+\w+ 0; \d+ requests in all, \d+ writes$/m);
});
