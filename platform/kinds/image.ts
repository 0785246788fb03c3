import { z } from "zod";
import { type Answer, created, type JsonObject, ok, Refusal, removed } from "../http/answer.ts";
import type { Call } from "../http/route.ts";
import { defineKind } from "../kind.ts";
import { lazySchema, type OutputOf } from "../lazy-schema.ts";
import { references } from "../references.ts";
import type { Rule } from "../rules/rule.ts";
import { fields, stated } from "../rules/stated.ts";
import { type Stored, shape } from "../store/objects.ts";
import { notFound, refuseTakenName, type World } from "../world.ts";

interface Image {
  readonly name: string;
  /** Snapshot it was made from; null for an imported one. */
  readonly source: OutputOf<typeof FromSnapshot>["source"] | null;
  /** File it was imported from; null for one made from a snapshot. */
  readonly file: { readonly url: string; readonly format: string; readonly os_type: string } | null;
  readonly project_ids: string[];
  /** What it is billed for. */
  readonly size_gb: number;
  /** A fault has decided that its import fails. */
  readonly doomed: boolean;
  readonly started_at: number;
  /** When its import is over. */
  readonly settled_at: number;
}

const FromSnapshot = lazySchema(() =>
  fields({
    name: stated(z.string().min(1), "2.7a: Create from snapshot: name (string)"),
    source: stated(
      fields({
        type: stated(z.literal("snapshot"), "2.7a: type = snapshot"),
        instance_id: stated(z.string(), "2.7a: instance_id string"),
        snapshot: stated(z.string().min(1), "2.7a: snapshot string snapshot name"),
      }),
      "2.7a: source (object:",
    ),
  }),
);

const Import = lazySchema(() =>
  fields({
    name: stated(z.string().min(1), "2.7a: Import: name (string)"),
    url: stated(
      z.url({ protocol: /^https?$/, error: "an http or https address" }),
      "2.7a: url (string, address of the image file)",
    ),
    format: stated(z.enum(["raw", "qcow2", "vmdk"]), "2.7a: format (raw, qcow2, vmdk)"),
    os_type: stated(z.string().min(1).exactOptional(), "2.7a: os_type (string, e.g. linux)"),
  }),
);

const Share = lazySchema(() => {
  const ids = z.array(z.string()).min(1);
  return fields({ project_ids: stated(ids, "2.7a: Share: project_ids (array") });
});

/** Private images (spec 2.7a). */
export const images = defineKind({
  kind: "image",
  noun: "image",
  record: shape<Image>(),
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
export function requireShown(world: World, id: string): Stored<Image> {
  const image = world.account.find(images, id);
  if (image !== undefined && isShown(image, world)) return image;
  throw world.missing(`image "${id}"`, { elsewhere: image !== undefined });
}

function isShown({ project, project_ids }: Stored<Image>, world: World): boolean {
  const { reach } = world.objects;
  return world.reaches(project) || (reach.project !== null && project_ids.includes(reach.project));
}

/** @throws Refusal 403 for an image of another project: a share is for use, not for change (spec 2.7a). */
function requireOwn(world: World, id: string, refused: string): Stored<Image> {
  const image = requireShown(world, id);
  if (world.reaches(image.project)) return image;
  const why = "it belongs to another project than the API key";
  throw Refusal.json(403, `${refused}: ${why}`, { by: "2.11: project-scoped" });
}

/** Why the image cannot be used now; undefined when it can. */
export function unusable(image: Stored<Image>, world: World): Unusable | undefined {
  if (world.around(images, image).now < image.settled_at) {
    const why = image.file === null ? "it is still being made" : "it is still being imported";
    return { by: "machines.unfinishedImage", why };
  }
  if (!isBroken(image, world)) return undefined;
  const by = "2.7a: the image must be importable by the platform's instance runtime";
  return { by, why: "its import failed" };
}

interface Unusable {
  readonly by: Rule;
  readonly why: string;
}

function viewImage(image: Stored<Image>, world: World): JsonObject {
  const { id, name, source, file, project_ids } = image;
  const { assumptions } = world;
  const over = world.now >= image.settled_at;
  const failed = over && isBroken(image, world);
  return {
    id,
    name,
    source,
    url: file?.url ?? null,
    format: file?.format ?? null,
    os_type: file?.os_type ?? null,
    [assumptions["fields.sharedWith"]]: project_ids,
    [assumptions["fields.status"]]: over
      ? finalWord(image, world)
      : world.busyWord(file === null ? "creating" : "importing"),
    [assumptions["fields.progress"]]: percentage(image, world),
    ...(failed && { [assumptions["fields.reason"]]: `the file is not a ${file?.format} image` }),
  };
}

function finalWord(image: Image, world: World): string {
  if (!isBroken(image, world)) return world.readyWord("available");
  return world.assumptions["words.failed"][0] ?? "error";
}

/** A broken file stops half-way. */
function percentage(image: Image, world: World): number {
  const { started_at, settled_at } = image;
  const { now } = world;
  const part = now < settled_at ? Math.max(0, now - started_at) / (settled_at - started_at) : 1;
  return Math.floor(part * (isBroken(image, world) ? 50 : 100));
}

/** Nothing is downloaded here, so the address says what would come of it. */
export function isBroken({ file, doomed }: Image, world: World): boolean {
  const word = world.choice("images.failingUrl");
  return doomed || (file !== null && new URL(file.url).pathname.includes(word));
}

/** The spec shows no way to take a snapshot, so the name alone says whether there is one. */
function createFromSnapshot({ world, body }: Call): Answer {
  const { name, source } = body(FromSnapshot, "image was not created");
  refuseTakenName(world, images, { name });
  world.require(references.instance, source.instance_id);
  const by = "images.snapshotNames";
  if (world.choice(by) !== "any" && source.snapshot.startsWith("missing")) {
    throw notFound(`snapshot "${source.snapshot}"`, by);
  }
  const seconds = world.choice("images.snapshot") === "creating" ? 1 : 0;
  const times = { started_at: world.now, settled_at: world.after(seconds) };
  const record = { name, source, file: null, doomed: false, ...unshared(world), ...times };
  return created(images.view(world.objects.insert(images, record), world));
}

function importImage({ world, body }: Call): Answer {
  const refused = "image was not imported";
  const { name, ...given } = body(Import, refused);
  const file = { ...given, os_type: given.os_type ?? usualSystem(world, refused) };
  refuseTakenName(world, images, { name });
  const over = world.after(world.settings.importSeconds);
  const times = { started_at: world.now, settled_at: over };
  const doomed = world.trouble.importsFail;
  const record = { name, source: null, file, doomed, ...unshared(world), ...times };
  const image = world.objects.insert(images, record);
  return created(images.view(image, world), world.choice("answers.started"));
}

function unshared({ settings }: World): Pick<Image, "project_ids" | "size_gb"> {
  return { project_ids: [], size_gb: settings.imageGb };
}

/** @throws Refusal where an os_type has to be named. */
function usualSystem(world: World, refused: string): string {
  const by = "images.osType";
  const system = world.choice(by);
  if (system !== "required") return system;
  throw world.refusal("invalid", by, `${refused}: "os_type" is required`);
}

function listImages({ world }: Call): Answer {
  const shown = world.account.list(images).filter((image) => isShown(image, world));
  return ok(shown.map((image) => images.view(image, world)));
}

function getImage({ world, target }: Call): Answer {
  return ok(images.view(requireShown(world, target), world));
}

function deleteImage({ world, target }: Call): Answer {
  world.objects.remove(images, requireOwn(world, target, `image "${target}" was not deleted`).id);
  return removed;
}

/** Adds projects; the spec shows no way to take one away (spec 4.2). */
function shareImage({ world, target, body }: Call): Answer {
  const refused = `image "${target}" was not shared`;
  const image = requireOwn(world, target, refused);
  const given = body(Share, refused);
  const unknown = given.project_ids.find((id) => !world.projects.has(id));
  // spec 7.2; any project may get a share, also one that the key does not reach
  if (unknown !== undefined) throw world.missing(`project "${unknown}"`, { elsewhere: false });
  const project_ids = [...new Set([...image.project_ids, ...given.project_ids])];
  return ok(images.view(world.objects.update(images, image, { project_ids }), world));
}
