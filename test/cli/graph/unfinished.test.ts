import { expect, test } from "vitest";
import { runCli } from "../../support/cli.ts";

test("a volume is not drawn as attached by an attachment of unknown outcome", async () => {
  const own = "pulumi-nodejs:dynamic/hosting/storage";
  const part = (type: string, more: object) => ({
    ...{ urn: `urn:pulumi:dev::app::${own}:${type}::data`, type: `${own}:${type}`, custom: true },
    ...more,
  });
  const inputs = { volumeId: "vol_1", instanceId: "inst_1" };
  const outputs = { __unresolved: { at: 1 } };
  const resources = [
    part("Volume", { id: "vol_1", outputs: { status: "available" } }),
    part("VolumeAttachment", { id: "a_1", inputs, outputs }),
  ];
  const stdin = JSON.stringify({ version: 3, deployment: { resources } });
  const { nodes } = JSON.parse((await runCli(["graph", "--json"], { stdin })).stdout);
  expect(nodes).toContainEqual(expect.objectContaining({ name: "data", status: "available" }));
});

test("what was deleted to make room and not made again is drawn as one that is to be created", async () => {
  const type = "pulumi-nodejs:dynamic/hosting/compute:Instance";
  const state = {
    ...{ urn: `urn:pulumi:dev::app::${type}::web`, type, custom: true, id: "inst_1" },
    ...{ inputs: { plan: "small" }, outputs: { status: "running" }, pendingReplacement: true },
  };
  const stdin = JSON.stringify({ version: 3, deployment: { resources: [state] } });
  const { nodes } = JSON.parse((await runCli(["graph", "--json"], { stdin })).stdout);
  expect(nodes).toMatchObject([{ name: "web", change: "create" }]);
  expect(nodes[0]).not.toHaveProperty("status");
});
