import { expect, test } from "vitest";
import { runCli } from "../../support/cli.ts";

const token = "pulumi-nodejs:dynamic/hosting/storage:Volume";

/** A preview that creates a volume with these inputs besides. */
function previewOf(adopt: object): string {
  const urn = `urn:pulumi:dev::app::${token}::data`;
  const inputs = { name: "data", region: "eu-1", sizeGb: 20, ...adopt };
  return JSON.stringify({
    steps: [{ op: "create", urn, newState: { urn, type: token, custom: true, inputs } }],
  });
}

test("what is adopted is not called created, and what no preview shows is said", async () => {
  const stdin = previewOf({ adopt: "vol_1" });
  const { stdout } = await runCli(["plan"], { stdin });
  expect(stdout).toContain("Plan of app/dev: 1 adopted");
  expect(stdout).toContain(
    '+ adopt    volume "data"\n           what is there is taken over, and updated where inputs differ\n',
  );
  const json = await runCli(["plan", "--json"], { stdin });
  expect(JSON.parse(json.stdout)).toMatchObject({ changes: [{ action: "adopt" }] });
});

test("what is created is called so", async () => {
  const { stdout } = await runCli(["plan"], { stdin: previewOf({}) });
  expect(stdout).toContain("Plan of app/dev: 1 created");
});
