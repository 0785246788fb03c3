import { z } from "zod";
import type { Assumptions } from "../../contract/assumptions.ts";
import { endpoints } from "../../contract/endpoints.ts";
import { findRoute } from "../../contract/routes.ts";
import { type Answer, created, ok, removed } from "../answer.ts";
import { instances } from "../kinds/instance.ts";
import { volumes } from "../kinds/volume.ts";
import { type Call, listing, type Route, reading, route } from "../route.ts";
import { refuseTakenName } from "../world.ts";

const Volume = z.strictObject({
  name: z.string().min(1),
  region: z.string().min(1),
  size_gb: z.int().positive(),
  filesystem: z.enum(["ext4", "xfs", "none"]).nullable().default(null),
});
const Growth = z.strictObject({ size_gb: z.int() });
const Attachment = z.strictObject({ instance_id: z.string() });

/** Block volumes (spec 2.7). */
export function storageRoutes(assumptions: Assumptions): readonly Route[] {
  const { volume } = endpoints;
  return [
    ...route(volume.create, createVolume),
    ...route(volume.attach, attachVolume),
    ...route(volume.detach, detachVolume),
    ...route(volume.update, growVolume),
    ...route(findRoute("volume", "list", assumptions), listing(volumes)),
    ...route(findRoute("volume", "get", assumptions), reading(volumes)),
    ...route(findRoute("volume", "delete", assumptions), deleteVolume),
  ];
}

function createVolume({ world, body }: Call): Answer {
  const given = body(Volume, "volume was not created");
  refuseTakenName(world, volumes, given);
  const volume = world.objects.insert(volumes, {
    ...given,
    former_size_gb: null,
    instance_id: null,
    settled_at: world.after(world.settings.volumeSeconds),
  });
  return created(volumes.view(volume, world));
}

function attachVolume({ world, target, body }: Call): Answer {
  const volume = world.require(volumes, target);
  const refused = `volume "${target}" was not attached`;
  const { instance_id } = body(Attachment, refused);
  world.require(instances, instance_id);
  if (volume.instance_id !== null && volume.instance_id !== instance_id) {
    throw world.refusal("conflict", `${refused}: it is attached to "${volume.instance_id}"`);
  }
  return ok(volumes.view(world.objects.update(volumes, volume, { instance_id }), world));
}

function detachVolume({ world, target }: Call): Answer {
  const volume = world.require(volumes, target);
  const detached = world.objects.update(volumes, volume, { instance_id: null });
  return ok(volumes.view(detached, world));
}

function growVolume({ world, target, body }: Call): Answer {
  const volume = world.require(volumes, target);
  const refused = `volume "${target}" was not resized`;
  const { size_gb } = body(Growth, refused);
  // spec 3: the new size is greater than the current one
  if (size_gb <= volume.size_gb) {
    throw world.refusal(
      "invalid",
      `${refused}: size_gb ${size_gb} is not greater than its ${volume.size_gb}`,
    );
  }
  const grown = world.objects.update(volumes, volume, {
    size_gb,
    former_size_gb: volume.size_gb,
    settled_at: world.after(world.settings.resizeSeconds),
  });
  return ok(volumes.view(grown, world));
}

function deleteVolume({ world, target }: Call): Answer {
  const volume = world.require(volumes, target);
  if (volume.instance_id !== null && world.assumptions["platform.volumesInUse"]) {
    throw world.refusal(
      "conflict",
      `volume "${target}" was not deleted: it is attached to "${volume.instance_id}"`,
    );
  }
  world.objects.remove(volumes, volume.id);
  return removed;
}
