import { z } from "zod";
import type { Assumptions } from "../../contract/assumptions.ts";
import { endpoints } from "../../contract/endpoints.ts";
import { findRoute } from "../../contract/routes.ts";
import { type Answer, created, ok } from "../answer.ts";
import { isProjectId } from "../ids.ts";
import { images } from "../kinds/image.ts";
import { instances } from "../kinds/instance.ts";
import { type Call, deleting, listing, type Route, reading, route } from "../route.ts";
import { refuseTakenName } from "../world.ts";

const FromSnapshot = z.strictObject({
  name: z.string().min(1),
  source: z.strictObject({
    type: z.literal("snapshot"),
    instance_id: z.string(),
    snapshot: z.string().min(1),
  }),
});

const Import = z.strictObject({
  name: z.string().min(1),
  url: z.url({ protocol: /^https?$/, error: "an http or https address" }),
  format: z.enum(["raw", "qcow2", "vmdk"]),
  os_type: z.string().min(1),
});

const Share = z.strictObject({
  project_ids: z.array(z.string().refine(isProjectId, "a project's id, like proj_1")).min(1),
});

/** Private images (spec 2.7a). */
export function imageRoutes(assumptions: Assumptions): readonly Route[] {
  const { image } = endpoints;
  return [
    ...route(image.create, createFromSnapshot),
    ...route(image.import, importImage),
    ...route(image.get, reading(images)),
    ...route(image.share, shareImage),
    ...route(findRoute("image", "list", assumptions), listing(images)),
    ...route(findRoute("image", "delete", assumptions), deleting(images)),
  ];
}

/** The spec shows no way to take a snapshot, so any name of one will do. */
function createFromSnapshot({ world, body }: Call): Answer {
  const { name, source } = body(FromSnapshot, "image was not created");
  refuseTakenName(world, images, { name });
  world.require(instances, source.instance_id);
  const times = { started_at: world.now, settled_at: world.now };
  const record = { name, source, file: null, project_ids: [], ...times };
  return created(images.view(world.objects.insert(images, record), world));
}

function importImage({ world, body }: Call): Answer {
  const { name, ...file } = body(Import, "image was not imported");
  refuseTakenName(world, images, { name });
  const over = world.after(world.settings.importSeconds);
  const times = { started_at: world.now, settled_at: over };
  const record = { name, source: null, file, project_ids: [], ...times };
  return created(images.view(world.objects.insert(images, record), world));
}

/** Adds projects; the spec shows no way to take one away (spec 4.2). */
function shareImage({ world, target, body }: Call): Answer {
  const image = world.require(images, target);
  const given = body(Share, `image "${target}" was not shared`);
  const project_ids = [...new Set([...image.project_ids, ...given.project_ids])];
  return ok(images.view(world.objects.update(images, image, { project_ids }), world));
}
