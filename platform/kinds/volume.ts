import { z } from "zod";
import { type JsonObject, type Stored, shape } from "../store/index.ts";
import { type Answer, created, ok, removed } from "./common/answer.ts";
import type { Context } from "./common/context.ts";
import { type Call, listing, reading, serveKind } from "./common/kind.ts";
import { references } from "./common/references.ts";

interface Volume extends z.output<typeof NewVolume> {
  /** Size before the last growth, shown while that lasts. */
  readonly former_size_gb: number | null;
  readonly instance_id: string | null;
  /** When its creation or growth is done. */
  readonly settled_at: number;
}

const NewVolume = z.strictObject({
  name: z.string().min(1),
  region: z.string().min(1),
  size_gb: z.int().positive(),
  filesystem: z.enum(["ext4", "xfs", "none"]).nullable().default(null),
});
const Growth = z.strictObject({ size_gb: z.int() });
const Attachment = z.strictObject({ instance_id: z.string() });

/** Block volumes (spec 2.7). */
export const volumes = serveKind({
  kind: "volume",
  spec: "2.7",
  noun: "volume",
  record: shape<Volume>(),
  links: [{ field: "instanceId", to: ["instance"], label: "attach", isTurned: true }],
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

function viewVolume(volume: Stored<Volume>, context: Context): JsonObject {
  const { id, name, region, size_gb, former_size_gb, filesystem, instance_id } = volume;
  const settled = context.now >= volume.settled_at;
  const usable = context.readyWord(instance_id === null ? "available" : "in_use");
  const busy = context.busyWord(former_size_gb === null ? "creating" : "resizing");
  return {
    ...{ id, name, region },
    size_gb: settled ? size_gb : (former_size_gb ?? size_gb),
    filesystem,
    [context.assumptions["fields.instanceId"]]: instance_id,
    [context.assumptions["fields.status"]]: settled ? usable : busy,
  };
}

function createVolume({ context, body }: Call): Answer {
  const given = body(NewVolume, "volume was not created");
  context.refuseTakenName(volumes, given);
  const volume = context.objects.insert(volumes, {
    ...given,
    former_size_gb: null,
    instance_id: null,
    settled_at: context.after(context.settings.volumeSeconds),
  });
  return created(volumes.view(volume, context));
}

/** Reaches an instance of any region: the spec states no condition (spec 3). */
function attachVolume({ context, target, body }: Call): Answer {
  const volume = context.require(volumes, target);
  const refused = `volume "${target}" was not attached`;
  const { instance_id } = body(Attachment, refused);
  context.require(references.instance, instance_id);
  if (volume.instance_id !== null && volume.instance_id !== instance_id) {
    const rule = "3: a volume is detached before another instance gets it";
    const error = `${refused}: it is attached to "${volume.instance_id}"`;
    throw context.refusal("conflict", rule, error);
  }
  return ok(volumes.view(context.objects.update(volumes, volume, { instance_id }), context));
}

/** One that is not attached stays so: the spec states no condition (spec 3). */
function detachVolume({ context, target }: Call): Answer {
  const volume = context.require(volumes, target);
  const detached = context.objects.update(volumes, volume, { instance_id: null });
  return ok(volumes.view(detached, context));
}

function growVolume({ context, target, body }: Call): Answer {
  const volume = context.require(volumes, target);
  const refused = `volume "${target}" was not resized`;
  const { size_gb } = body(Growth, refused);
  if (size_gb <= volume.size_gb) {
    const error = `${refused}: size_gb ${size_gb} is not greater than its ${volume.size_gb}`;
    throw context.refusal("invalid", "2.7: a volume only grows", error);
  }
  const grown = context.objects.update(volumes, volume, {
    size_gb,
    former_size_gb: volume.size_gb,
    settled_at: context.after(context.settings.volumeSeconds),
  });
  return ok(volumes.view(grown, context));
}

function deleteVolume({ context, target }: Call): Answer {
  const volume = context.shown(volumes, target);
  if (volume.instance_id !== null && context.assumptions["platform.volumesInUse"]) {
    const error = `volume "${target}" was not deleted: it is attached to "${volume.instance_id}"`;
    throw context.refusal("conflict", "not shown: platform.volumesInUse", error);
  }
  context.remove(volumes, volume);
  return removed;
}
