import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { ComponentResource } from "@pulumi/pulumi";
import { LocalWorkspace } from "@pulumi/pulumi/automation/index.js";
import { Bucket, getBuckets, getBucketsOutput, Volume } from "pulumi-hosting";
import { openWorld, test, type World } from "pulumi-hosting/testing";
import { afterAll, beforeAll, describe, expect, vi } from "vitest";
import { copyExample } from "../../scripts/examples.ts";
import { cliDirectory } from "../support/cli-directory.ts";

// The CLI keeps which stack of a project is selected in the HOME of whoever runs it.
const home = mkdtempSync(join(tmpdir(), "pulumi-hosting-home-"));

beforeAll(async () => {
  vi.stubEnv("PULUMI_HOME", home);
  vi.stubEnv("PATH", [await cliDirectory(), process.env["PATH"]].join(delimiter));
  vi.stubEnv("HOSTING_BACKEND", "api");
  vi.stubEnv("HOSTING_API_KEY", "the-key-of-a-developer-s-account");
  vi.stubEnv("HOSTING_BASE_URL", "http://127.0.0.1:9");
  vi.stubEnv("HOSTING_API_BASE_URL", "http://127.0.0.1:9");
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true });
});

const opened: World[] = [];

function data(sizeGb: number) {
  return async () => {
    const { id } = new Volume("data", { region: "eu-1", sizeGb, filesystem: "ext4" });
    return { id };
  };
}

describe.concurrent("a test of a user's program", () => {
  test("runs and changes it in its own test environment, whatever the developer's settings are", async ({
    world,
  }) => {
    opened.push(world);
    const { outputs } = await (await world.stack(data(10))).up();
    expect(world.platform.snapshot().volume).toMatchObject([
      { id: outputs["id"]?.value, size_gb: 10 },
    ]);
    // An impossible change is refused.
    const changed = await world.stack(data(5));
    await expect(changed.preview()).rejects.toThrow(/sizeGb/);
  });

  test("asks its own platform by lookups, also in a component", async ({ world }) => {
    opened.push(world);
    const asking = async () => {
      new Bucket("files", { name: "files" });
      const parent = new ComponentResource("acme:index:Uploads", "uploads");
      const { buckets } = await getBuckets();
      const below = getBucketsOutput({}, { parent }).buckets.length;
      return { names: buckets.map(({ name }) => name), below };
    };
    const stack = await world.stack(asking);
    await stack.up();
    const { outputs } = await stack.up();
    expect(outputs).toMatchObject({ names: { value: ["files"] }, below: { value: 1 } });
  });

  test("has a test environment beside the others", async ({ world }) => {
    opened.push(world);
    expect(world.platform.snapshot().volume).toEqual([]);
  });
});

test("a program with a Pulumi.yaml runs in a test environment by its variables", async ({
  world,
}) => {
  const workDir = join(world.directory, "quickstart");
  copyExample("quickstart", workDir);
  const stack = await LocalWorkspace.createStack(
    { stackName: "dev", workDir },
    { envVars: world.env },
  );
  await stack.up();
  expect(world.platform.snapshot().volume).toHaveLength(1);
  await stack.destroy();
  expect(world.platform.snapshot().volume).toEqual([]);
});

test("test environments are gone once their tests are over", () => {
  expect(opened).toHaveLength(3);
  expect(opened.filter(({ directory }) => existsSync(directory))).toEqual([]);
});

test("a test environment outside of a project reports what is missing", () => {
  const here = process.cwd();
  process.chdir("/");
  try {
    expect(() => openWorld()).toThrow(
      "The test environment was not opened: @pulumi/pulumi is in no node_modules at or above the current directory. Install it, or run the tests from the project's directory.",
    );
  } finally {
    process.chdir(here);
  }
});
