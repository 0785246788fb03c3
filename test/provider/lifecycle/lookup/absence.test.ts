/** Objects deleted with another object, on the embedded platform: they are gone with it, and no more is missing. */
import { expect, test } from "vitest";
import type { Props } from "../../../../provider/definition/session.ts";
import { create } from "../../../../provider/lifecycle/create/create.ts";
import type { Stored } from "../../../../provider/lifecycle/operation/stored-state.ts";
import { read } from "../../../../provider/lifecycle/read.ts";
import { sender } from "../../../platform/support.ts";
import { declared } from "../../../support/session.ts";
import { definitionOf } from "../../../support/session-inputs.ts";
import { openVirtualWorld, type VirtualWorld } from "../../../support/virtual-world.ts";

type Made = readonly [type: string, object: Stored];

async function make(world: VirtualWorld, type: string, inputs: Props): Promise<Made> {
  const made = create(world.newProcess(), definitionOf(type), declared(inputs));
  return [type, await world.clock.during(made)];
}

/** Ids after a refresh of everything at once. */
async function refreshed(world: VirtualWorld, all: readonly Made[]) {
  const process = world.newProcess();
  const reads = all.map(([type, { id, state }]) =>
    read(process, definitionOf(type), { id, props: state }),
  );
  const results = await world.clock.during(Promise.all(reads));
  return results.map(({ id }) => id);
}

test("an attachment that is gone with its volume is no other one that is missing", async () => {
  using world = openVirtualWorld();
  const plan = { name: "web", region: "eu", plan: "small", image: "debian/13" };
  const machine = await make(world, "compute:Instance", plan);
  const disk = await make(world, "storage:Volume", { region: "eu", sizeGb: 10, name: "disk" });
  const pair = { volumeId: disk[1].id, instanceId: machine[1].id };
  const attached = await make(world, "storage:VolumeAttachment", pair);
  const send = sender(world.platform);
  await send(`POST /v1/volumes/${disk[1].id}/detach`);
  await send(`DELETE /v1/volumes/${disk[1].id}`);
  expect(await refreshed(world, [disk])).toEqual([""]);
  expect(await refreshed(world, [attached])).toEqual([""]);
});

test.each([
  ["while another one is there", ["a", "b"], ["", "b", "", ""]],
  ["also when it was the only one", ["a"], ["", "", ""]],
])("forwards that are gone with their container are believed, %s", async (_when, names, ids) => {
  using world = openVirtualWorld();
  const all: Made[] = [];
  for (const name of names) {
    all.push(
      await make(world, "compute:Container", { name, type: "container", image: "debian/13" }),
    );
  }
  const { firstPort } = Object(all[0]?.[1].state["portBlock"]);
  for (const port of [1, 2]) {
    const forward = { instanceName: "a", protocol: "tcp", publicPort: firstPort + port };
    all.push(await make(world, "compute:PortForward", { ...forward, targetPort: 80 }));
  }
  const send = sender(world.platform);
  await send("POST /api/v1/instances/a/action", { action: "stop" });
  await send("DELETE /api/v1/instances/a");
  expect(await refreshed(world, all)).toEqual(ids);
});
