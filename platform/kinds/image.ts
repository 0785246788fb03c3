import { z } from "zod";
import { type JsonObject, type Stored, shape } from "../store/index.ts";
import { type Answer, created, ok, Refusal, removed } from "./common/answer.ts";
import { type Context, notFound } from "./common/context.ts";
import { type Call, serveKind } from "./common/kind.ts";
import { references } from "./common/references.ts";

interface Image {
  readonly name: string;
  /** Snapshot it was made from; null for an imported one. */
  readonly source: z.output<typeof FromSnapshot>["source"] | null;
  /** File it was imported from; null for one made from a snapshot. */
  readonly file: Omit<z.output<typeof Import>, "name"> | null;
  readonly project_ids: string[];
  readonly started_at: number;
  /** When its import is over. */
  readonly settled_at: number;
}

const FromSnapshot = z.strictObject({
  name: z.string().min(1),
  source: z.strictObject({
    type: z.literal("snapshot"),
    instance_id: z.string(),
    // any name: the spec shows no way to take a snapshot
    snapshot: z.string().min(1),
  }),
});

const Import = z.strictObject({
  name: z.string().min(1),
  url: z.url({ protocol: /^https?$/, error: "an http or https address" }),
  format: z.enum(["raw", "qcow2", "vmdk"]),
  os_type: z.string().min(1),
});

const Share = z.strictObject({ project_ids: z.array(z.string()).min(1) });

/** Private images (spec 2.7a). One of a snapshot can be used at once. */
export const images = serveKind({
  kind: "image",
  spec: "2.7a",
  noun: "image",
  record: shape<Image>(),
  links: [
    {
      ...{ field: "source.instanceId", label: "snapshot" },
      to: ["instance", "container", "server"],
    },
    { field: "sharedWith", to: ["project"], label: "shares", isTurned: true },
  ],
  view: viewImage,
  serve: () => ({
    list: listImages,
    get: getImage,
    create: createFromSnapshot,
    import: importImage,
    share: shareImage,
    delete: deleteImage,
  }),
});

/**
 * An image that the caller sees and can deploy from: one of its project, or one that was shared to it
 * (spec 2.7a).
 *
 * @throws Refusal when there is none with the id.
 */
export function requireShown(context: Context, id: string): Stored<Image> {
  const image = context.account.find(images, id);
  if (image !== undefined && isShown(image, context)) return image;
  throw notFound(`image "${id}"`);
}

function isShown({ project, project_ids }: Stored<Image>, context: Context): boolean {
  const { reach } = context.objects;
  return (
    context.reaches(project) || (reach.project !== null && project_ids.includes(reach.project))
  );
}

/** @throws Refusal 403 for an image of another project: a share is for use, not for change (spec 2.7a). */
function requireOwn(context: Context, id: string, refused: string): Stored<Image> {
  const image = requireShown(context, id);
  if (context.reaches(image.project)) return image;
  const why = "it belongs to another project than the API key";
  throw new Refusal(403, "2.11: a key of a project changes what is in it", `${refused}: ${why}`);
}

/** @throws Refusal for an image that cannot be deployed from now. */
export function refuseUnusable(context: Context, image: Stored<Image>): void {
  const isUnfinished = context.now < image.settled_at;
  if (!isUnfinished && !isBroken(image)) return;
  const why = isUnfinished ? "it is still being imported" : "its import failed";
  const rule = "2.7a: an image must be importable to be used";
  const error = `instance: image "${image.id}" cannot be used: ${why}`;
  throw context.refusal("invalid", rule, error);
}

function viewImage(image: Stored<Image>, context: Context): JsonObject {
  const { id, name, source, file, project_ids } = image;
  const { assumptions } = context;
  const isOver = context.now >= image.settled_at;
  const [failed = "error"] = assumptions["words.failed"];
  const final = isBroken(image) ? failed : context.readyWord("available");
  return {
    ...{ id, name, source },
    url: file?.url ?? null,
    format: file?.format ?? null,
    os_type: file?.os_type ?? null,
    [assumptions["fields.sharedWith"]]: project_ids,
    [assumptions["fields.status"]]: isOver ? final : context.busyWord("importing"),
    [assumptions["fields.progress"]]: percentage(image, context),
    ...(isOver &&
      isBroken(image) && {
        [assumptions["fields.reason"]]: `the file is not a ${file?.format} image`,
      }),
  };
}

/** A broken file stops half-way. */
function percentage(image: Image, { now }: Context): number {
  const { started_at, settled_at } = image;
  const part = now < settled_at ? Math.max(0, now - started_at) / (settled_at - started_at) : 1;
  return Math.floor(part * (isBroken(image) ? 50 : 100));
}

/** Nothing is downloaded here, so the word "broken" in the address says that its import fails. */
function isBroken({ file }: Image): boolean {
  return file !== null && new URL(file.url).pathname.includes("broken");
}

function createFromSnapshot({ context, body }: Call): Answer {
  const { name, source } = body(FromSnapshot, "image was not created");
  context.refuseTakenName(images, { name });
  context.require(references.instance, source.instance_id);
  return insert(context, { name, source, file: null }, 0);
}

function importImage({ context, body }: Call): Answer {
  const { name, ...file } = body(Import, "image was not imported");
  context.refuseTakenName(images, { name });
  return insert(context, { name, source: null, file }, context.settings.bootSeconds);
}

function insert(
  context: Context,
  from: Pick<Image, "name" | "source" | "file">,
  seconds: number,
): Answer {
  const times = { started_at: context.now, settled_at: context.after(seconds) };
  const image = context.objects.insert(images, { ...from, project_ids: [], ...times });
  return created(images.view(image, context));
}

function listImages({ context }: Call): Answer {
  const shown = context.account.list(images).filter((image) => isShown(image, context));
  return ok(shown.map((image) => images.view(image, context)));
}

function getImage({ context, target }: Call): Answer {
  return ok(images.view(requireShown(context, target), context));
}

function deleteImage({ context, target }: Call): Answer {
  context.remove(images, requireOwn(context, target, `image "${target}" was not deleted`));
  return removed;
}

/** Adds projects; the spec shows no way to take one away (spec 4.2). */
function shareImage({ context, target, body }: Call): Answer {
  const refused = `image "${target}" was not shared`;
  const image = requireOwn(context, target, refused);
  const given = body(Share, refused);
  const unknown = given.project_ids.find((id) => !context.projects.has(id));
  // spec 7.2; any project may get a share, also one that the key does not reach
  if (unknown !== undefined) throw notFound(`project "${unknown}"`);
  const project_ids = [...new Set([...image.project_ids, ...given.project_ids])];
  return ok(images.view(context.objects.update(images, image, { project_ids }), context));
}
