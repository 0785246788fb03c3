import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { expectRefusal, refusalOf } from "../../support/old-node.ts";
import { temporaryDirectory, unpackPackage } from "../../support/package.ts";

it("an older Node gets one line from every export, before anything else is loaded", async () => {
  const directory = temporaryDirectory();
  // Nothing that the package needs is there: loading any of it would fail with another message.
  await unpackPackage(join(directory, "node_modules"));
  const disguise = join(directory, "disguise.cjs");
  mkdirSync(directory, { recursive: true });
  writeFileSync(
    disguise,
    'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "22.18.9" } });\n',
  );
  const node = [process.execPath, "--require", disguise] as const;
  await expectRefusal(directory, { node: [...node], version: "22.18.9" });
  const command = join(directory, "node_modules/pulumi-hosting/dist/cli/main.js");
  const { status, stderr } = spawnSync(node[0], [...node.slice(1), command], { encoding: "utf8" });
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: `${refusalOf("22.18.9")}\n`,
  });
});
