import { z } from "zod";
import { type Answer, created, type JsonObject, ok, removed } from "../http/answer.ts";
import { type Call, listing, reading } from "../http/route.ts";
import { defineKind } from "../kind.ts";
import { lazySchema } from "../lazy-schema.ts";
import { requireReachable } from "../references.ts";
import { fields, stated } from "../rules/stated.ts";
import { type Stored, shape } from "../store/objects.ts";
import { refuseTakenName, type World } from "../world.ts";

interface Volume {
  readonly name: string;
  readonly region: string;
  readonly size_gb: number;
  /** Size before the last growth, shown while that lasts. */
  readonly former_size_gb: number | null;
  readonly filesystem: "ext4" | "xfs" | "none" | null;
  readonly instance_id: string | null;
  /** When its creation or growth is done. */
  readonly settled_at: number;
}

const NewVolume = lazySchema(() =>
  fields({
    name: stated(z.string().min(1), "2.7: name string yes"),
    region: stated(z.string().min(1), "2.7: region string yes"),
    size_gb: stated(
      z.int().positive(),
      "2.7: size_gb integer yes",
      "8: Minimum, maximum and default volume sizes: not shown.",
    ),
    filesystem: stated(
      z.enum(["ext4", "xfs", "none"]).nullable().default(null),
      "2.7: filesystem string no",
      "2.7: ext4, xfs, none (raw)",
    ),
  }),
);
const Growth = lazySchema(() =>
  fields({ size_gb: stated(z.int(), "4.2: PATCH /volumes/{volume_id} {size_gb}") }),
);
const Attachment = lazySchema(() =>
  fields({
    instance_id: stated(z.string(), "4.2: POST /volumes/{volume_id}/attach {instance_id}"),
  }),
);

/** Block volumes (spec 2.7). */
export const volumes = defineKind({
  kind: "volume",
  noun: "volume",
  record: shape<Volume>(),
  view: viewVolume,
  serve: (self) => ({
    list: listing(self),
    get: reading(self),
    create: createVolume,
    attach: attachVolume,
    detach: detachVolume,
    update: growVolume,
    delete: deleteVolume,
  }),
});

function viewVolume(volume: Stored<Volume>, world: World): JsonObject {
  const { id, name, region, size_gb, former_size_gb, filesystem, instance_id } = volume;
  const settled = world.now >= volume.settled_at;
  return {
    id,
    name,
    region,
    size_gb: settled ? size_gb : (former_size_gb ?? size_gb),
    filesystem,
    instance_id,
    [world.assumptions["fields.status"]]: settled
      ? usableWord(volume, world)
      : world.busyWord(former_size_gb === null ? "creating" : "resizing"),
  };
}

function usableWord({ instance_id }: Volume, world: World): string {
  return world.readyWord(instance_id === null ? "available" : "in_use");
}

function createVolume({ world, body }: Call): Answer {
  const refused = "volume was not created";
  const given = body(NewVolume, refused);
  refuseTooLarge(world, given, refused);
  refuseTakenName(world, volumes, given);
  const volume = world.objects.insert(volumes, {
    ...given,
    former_size_gb: null,
    instance_id: null,
    settled_at: world.after(world.settings.volumeSeconds),
  });
  return created(volumes.view(volume, world));
}

/** @throws Refusal when it is larger than the platform makes one. */
function refuseTooLarge(world: World, { size_gb }: Pick<Volume, "size_gb">, refused: string): void {
  const by = "volumes.largest";
  const largest = world.choice(by);
  if (largest === 0 || size_gb <= largest) return;
  throw world.notAccepted(by, { refused, field: "size_gb" }, `${size_gb} is more than ${largest}`);
}

function attachVolume({ world, target, body }: Call): Answer {
  const volume = world.require(volumes, target);
  const refused = `volume "${target}" was not attached`;
  const { instance_id } = body(Attachment, refused);
  requireReachable(world, instance_id, { region: volume.region, refused });
  if (volume.instance_id !== null && volume.instance_id !== instance_id) {
    const error = `${refused}: it is attached to "${volume.instance_id}"`;
    throw world.refusal("conflict", "3: can then be attached to another instance", error);
  }
  return ok(volumes.view(world.objects.update(volumes, volume, { instance_id }), world));
}

function detachVolume({ world, target }: Call): Answer {
  const volume = world.require(volumes, target);
  const by = "volumes.detachTwice";
  if (volume.instance_id === null && world.choice(by) === "refuse") {
    throw world.refusal("conflict", by, `volume "${target}" was not detached: it is not attached`);
  }
  const detached = world.objects.update(volumes, volume, { instance_id: null });
  return ok(volumes.view(detached, world));
}

function growVolume({ world, target, body }: Call): Answer {
  const volume = world.require(volumes, target);
  const refused = `volume "${target}" was not resized`;
  const { size_gb } = body(Growth, refused);
  refuseTooLarge(world, { size_gb }, refused);
  if (size_gb <= volume.size_gb) {
    throw world.refusal(
      "invalid",
      "2.7: can only be increased after creation",
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
  const by = "platform.volumesInUse";
  if (volume.instance_id !== null && world.assumptions[by]) {
    throw world.refusal(
      "conflict",
      by,
      `volume "${target}" was not deleted: it is attached to "${volume.instance_id}"`,
    );
  }
  world.objects.remove(volumes, volume.id);
  return removed;
}
