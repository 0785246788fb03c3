import { expect, test } from "vitest";
import { runCli } from "../../support/cli.ts";

const token = "pulumi-nodejs:dynamic/hosting/storage:Volume";

/** A preview in which nothing changes but who protects the volume. */
function previewOf(before: object, after: object): string {
  const state = { urn: `urn:pulumi:dev::app::${token}::data`, type: token, custom: true };
  const same = { op: "same", urn: state.urn };
  return JSON.stringify({
    steps: [{ ...same, oldState: { ...state, ...before }, newState: { ...state, ...after } }],
  });
}

test("a volume that loses its protection is named, though Pulumi counts it as unchanged", async () => {
  const stdin = previewOf({ protect: true }, {});
  expect((await runCli(["plan"], { stdin })).stdout).toContain('\nunprotects volume "data"\n');
  const markdown = await runCli(["plan", "--format", "markdown"], { stdin });
  expect(markdown.stdout).toContain('**Unprotects** volume "data"');
  const json = await runCli(["plan", "--json"], { stdin });
  expect(JSON.parse(json.stdout)).toMatchObject({ changes: [], unprotected: ['volume "data"'] });
});

test.each([
  [{ protect: true }, { protect: true }],
  [{}, { protect: true }],
  [{}, {}],
])("one that keeps or gets it is not: %j, %j", async (before, after) => {
  const { stdout } = await runCli(["plan"], { stdin: previewOf(before, after) });
  expect(stdout).not.toContain("unprotects");
});
