/** An object that something else is being done to for a minute. */
import { expect, test } from "vitest";
import type { Definition } from "../../provider/definition/definition.ts";
import { create } from "../../provider/lifecycle/create/create.ts";
import { remove } from "../../provider/lifecycle/delete/delete.ts";
import { container } from "../../resources/compute/container.ts";
import { instance } from "../../resources/compute/instance.ts";
import { volume } from "../../resources/storage/volume.ts";
import { volumeAttachment } from "../../resources/storage/volume-attachment.ts";
import { declared } from "../support/session.ts";
import { openFaultWorld } from "./fault-world.ts";

const detach = { path: "/v1/volumes/*/detach" };
const deletion = { method: "DELETE", path: "/v1/volumes/*" };
const stop = { path: "/api/v1/instances/*/action" };

test.each([
  ["a detachment", detach, 422, "Droplet already has a pending event"],
  ["the deletion of a volume", deletion, 423, "volume unavailable"],
  ["a stop", stop, 400, 'Instance is busy running a "backup" operation'],
])("a destroy survives a minute of it: %s", async (_what, target, status, words) => {
  const { clock, context, newProcess, platform, run, said } = await openFaultWorld();
  const make = (definition: Definition, inputs: Record<string, unknown>) =>
    run(() => create(context, definition, declared(inputs)));
  const data = await make(volume, { name: "data", region: "eu", sizeGb: 10 });
  const web = await make(instance, {
    name: "web",
    region: "eu",
    plan: "small",
    image: "debian/13",
  });
  const attached = await make(volumeAttachment, { volumeId: data.id, instanceId: web.id });
  const job = await make(container, { name: "job", type: "container", image: "debian/13" });
  // At 0, 1, 3, 6, 10, 18, 26, 34, 42, 50 and 58 s.
  platform.faults.add({ ...target, status, body: JSON.stringify({ error: words }), times: 11 });
  const destroy = newProcess();
  const begun = clock.now();
  for (const [definition, { id, state }] of [
    [volumeAttachment, attached],
    [volume, data],
    [container, job],
  ] as const) {
    await run(() => remove(destroy, definition, { id, state }));
  }
  expect(platform.snapshot()).toMatchObject({ volume: [], container: [] });
  expect(clock.now() - begun).toBeGreaterThan(60_000);
  expect(said.join("\n")).toContain(words);
});
