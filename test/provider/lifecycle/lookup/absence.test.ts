import { expect, test } from "vitest";
import type { Props } from "../../../../provider/definition/session.ts";
import { create } from "../../../../provider/lifecycle/create/create.ts";
import type { Stored } from "../../../../provider/lifecycle/operation/stored-state.ts";
import { read } from "../../../../provider/lifecycle/read.ts";
import { sender } from "../../../platform/support.ts";
import { declared } from "../../../support/session.ts";
import { definitionOf } from "../../../support/session-inputs.ts";
import { openVirtualWorld, type VirtualWorld } from "../../../support/virtual-world.ts";

const gone = { id: "", state: {}, inputs: {} };
const containerInputs = { type: "container", image: "debian/13" };

async function make(world: VirtualWorld, type: string, all: readonly Props[]) {
  const process = world.newProcess();
  const definition = definitionOf(type);
  const made = all.map((inputs) => create(process, definition, declared(inputs)));
  return world.clock.during(Promise.all(made));
}

/** A refresh of everything at once; those that fail give their message. */
async function refresh(world: VirtualWorld, type: string, all: readonly Stored[]) {
  const process = world.newProcess();
  const reads = all.map(({ id, state }) => read(process, definitionOf(type), { id, props: state }));
  const outcomes = await world.clock.during(Promise.allSettled(reads));
  return outcomes.map((outcome) =>
    outcome.status === "fulfilled" ? outcome.value : String(outcome.reason.message),
  );
}

function named(names: readonly string[], inputs: Props): readonly Props[] {
  return names.map((name) => ({ ...inputs, name }));
}

test("an attachment that is gone with its volume is no other one that is missing", async () => {
  using world = openVirtualWorld();
  const plan = { region: "eu", plan: "small", image: "debian/13" };
  const [machine] = await make(world, "compute:Instance", [{ ...plan, name: "web" }]);
  const made = await make(world, "storage:Volume", [{ region: "eu", sizeGb: 10, name: "disk" }]);
  const [disk] = made;
  const pair = { volumeId: disk?.id, instanceId: machine?.id };
  const attached = await make(world, "storage:VolumeAttachment", [pair]);
  const send = sender(world.platform);
  await send(`POST /v1/volumes/${disk?.id}/detach`);
  await send(`DELETE /v1/volumes/${disk?.id}`);
  expect(await refresh(world, "storage:Volume", made)).toEqual([gone]);
  expect(await refresh(world, "storage:VolumeAttachment", attached)).toEqual([gone]);
});

test("P03 empty-list-200: [] for all is refused as a mass disappearance", async () => {
  using world = openVirtualWorld();
  const names = ["a", "b", "c", "d"];
  const networks = await make(world, "network:Network", named(names, {}));
  world.platform.faults.add({ method: "GET", status: 200, body: "[]" });
  const before = world.platform.requests().length;
  const results = await refresh(world, "network:Network", networks);
  for (const result of results) {
    expect(result).toContain("are missing from an empty list");
  }
  const lists = world.platform.requests().slice(before);
  expect(lists.filter(({ path }) => path === "/api/v1/networks")).toHaveLength(2);
});

test.each([
  ["while another one is there", ["a", "b"], ["", "b", "", ""]],
  ["also when it was the only one", ["a"], ["", "", ""]],
])("forwards that are gone with their container are believed, %s", async (_when, names, ids) => {
  using world = openVirtualWorld();
  const containers = await make(world, "compute:Container", named(names, containerInputs));
  const [first] = containers;
  const ports = [1, 2].map((port) => ({
    instanceName: "a",
    protocol: "tcp",
    publicPort: Object(first?.state["portBlock"]).firstPort + port,
    targetPort: 80,
  }));
  const forwards = await make(world, "compute:PortForward", ports);
  const send = sender(world.platform);
  await send("POST /api/v1/instances/a/action", { action: "stop" });
  await send("DELETE /api/v1/instances/a");
  const process = world.newProcess();
  const reads = [
    ...containers.map((made) => ["compute:Container", made] as const),
    ...forwards.map((made) => ["compute:PortForward", made] as const),
  ].map(([type, { id, state }]) => read(process, definitionOf(type), { id, props: state }));
  const results = await world.clock.during(Promise.all(reads));
  expect(results.map(({ id }) => id)).toEqual(ids);
});
