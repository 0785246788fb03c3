import { expect, test } from "vitest";
import { runCli } from "../../support/cli.ts";

const urn = "urn:pulumi:dev::app::pulumi-nodejs:dynamic/hosting/storage:Volume::data";
const token = "pulumi-nodejs:dynamic/hosting/storage:Volume";

/** A preview that creates a volume with these inputs besides. */
function previewOf(adopt: object): string {
  const inputs = { name: "data", region: "eu-1", sizeGb: 20, ...adopt };
  return JSON.stringify({
    steps: [{ op: "create", urn, newState: { urn, type: token, custom: true, inputs } }],
  });
}

test("what is adopted is not called created, and the limits of the preview are printed", async () => {
  const stdin = previewOf({ adopt: "vol_1" });
  const { stdout } = await runCli(["plan"], { stdin });
  expect(stdout).toContain("Plan of app/dev: 1 adopted");
  expect(stdout).toContain('+ adopt    volume "data"\n');
  const json = await runCli(["plan", "--json"], { stdin });
  expect(JSON.parse(json.stdout)).toMatchObject({ changes: [{ action: "adopt" }] });
});

test("what is adopted is paid for already: nothing is bought", async () => {
  const stdin = previewOf({ adopt: "vol_1" });
  const { stdout } = await runCli(["plan"], { stdin });
  expect(stdout).toContain("cost       $2.00 a month, as before\n");
  const markdown = await runCli(["plan", "--format", "markdown"], { stdin });
  expect(markdown.stdout).toContain("| volume `data` | $2.00 | $2.00 |");
});

test("the note on adopting is printed once, however many classes are adopted", async () => {
  const networkUrn = urn.replace("storage:Volume", "network:Network");
  const { steps } = JSON.parse(previewOf({ adopt: "vol_1" }));
  const network = {
    ...{ urn: networkUrn, type: token.replace("storage:Volume", "network:Network"), custom: true },
    inputs: { name: "back", adopt: "net_1" },
  };
  const stdin = JSON.stringify({
    steps: [...steps, { op: "create", urn: networkUrn, newState: network }],
  });
  for (const format of ["text", "markdown"]) {
    const { stdout } = await runCli(["plan", "--format", format], { stdin });
    expect(stdout.split("Adopted objects")).toHaveLength(2);
  }
});

test("what is created is called so", async () => {
  const { stdout } = await runCli(["plan"], { stdin: previewOf({}) });
  expect(stdout).toContain("Plan of app/dev: 1 created");
});
