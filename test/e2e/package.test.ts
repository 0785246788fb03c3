import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { openStack } from "../support/stack.ts";

const repository = join(import.meta.dirname, "..", "..");

async function npm(directory: string, ...args: readonly string[]): Promise<void> {
  const env = {
    ...process.env,
    PATH: [dirname(process.execPath), process.env["PATH"]].join(delimiter),
  };
  await promisify(execFile)("npm", [...args], { cwd: directory, env });
}

/** An empty project with the package as it would be published and the SDKs it needs beside it. */
async function installed(): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), "pulumi-hosting-install-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  // Its scripts would build again, under the feet of the other tests.
  await npm(repository, "pack", "--ignore-scripts", "--silent", "--pack-destination", directory);
  const [tarball = ""] = readdirSync(directory);
  writeFileSync(join(directory, "package.json"), '{ "private": true }\n');
  const quietly = ["--prefer-offline", "--no-audit", "--no-fund", "--ignore-scripts", "--silent"];
  await npm(directory, "install", ...quietly, `./${tarball}`, "@pulumi/pulumi", "@pulumi/policy");
  return join(directory, "node_modules");
}

it("the packed package needs nothing but the SDKs beside it to run a program and its policies", async () => {
  await using stack = await openStack({ modules: await installed() });
  stack.program(`
const data = new hosting.Volume("data", { region: "eu-1", sizeGb: 10 });
new hosting.Container("job", { image: "debian/13" });
export const id = data.id;`);
  stack.policyPack = { directory: join(stack.directory, "node_modules/pulumi-hosting/policies") };
  const { violations } = await stack.preview();
  expect(violations.map(({ rule }) => rule)).toContain("no-unattached-volume");
  stack.policyPack = undefined;
  expect((await stack.up()).changes).toEqual({ data: "create", job: "create" });
  expect((await stack.refresh()).changes).toEqual({});
  await stack.destroy();
  expect(stack.platform.snapshot()).toMatchObject({ volume: [], container: [] });
});
