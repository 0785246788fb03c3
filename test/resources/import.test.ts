import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

/** Tells which of our modules a program loads and what it finds on `globalThis` that was not there. */
const program = `
import { registerHooks } from "node:module";
const loaded = [];
registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
const { default: pulumi } = await import("@pulumi/pulumi");
await pulumi.runtime.setMocks({ newResource: () => ({ id: "vol_1", state: {} }), call: () => ({}) });
await import("zod");
const before = new Set(Reflect.ownKeys(globalThis));
const { stackTraceLimit } = Error;
const { Volume } = await import("./resources/index.ts");
new Volume("data", { region: "eu-1", sizeGb: 1 });
const added = Reflect.ownKeys(globalThis).filter((key) => !before.has(key)).map(String);
const ours = loaded.filter((url) => !url.includes("node_modules"));
const undici = loaded.some((url) => url.includes("undici"));
console.log(JSON.stringify({ added, ours, undici, same: Error.stackTraceLimit === stackTraceLimit }));
`;

test("importing the package loads neither lifecycle nor HTTP, and changes nothing global", () => {
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
    cwd: root,
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  const { added, ours, undici, same } = JSON.parse(stdout);
  expect(added).toEqual([]);
  expect(ours).toContainEqual(expect.stringContaining("/resources/storage/volume.ts"));
  const heavy = /\/(?:lifecycle|http|connection|runtime|platform)\//;
  expect(ours.filter((url: string) => heavy.test(url))).toEqual([]);
  expect(undici).toBe(false);
  expect(same).toBe(true);
});
