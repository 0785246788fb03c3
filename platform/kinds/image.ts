import { z } from "zod";
import type { JsonObject } from "../answer.ts";
import type { Stored } from "../objects.ts";
import { defineKind, type World } from "../world.ts";

const Image = z.object({
  name: z.string(),
  /** Snapshot it was made from; null for an imported one. */
  source: z
    .object({ type: z.literal("snapshot"), instance_id: z.string(), snapshot: z.string() })
    .nullable(),
  /** File it was imported from; null for one made from a snapshot. */
  file: z.object({ url: z.string(), format: z.string(), os_type: z.string() }).nullable(),
  project_ids: z.array(z.string()),
  started_at: z.number(),
  /** When its import is over. */
  settled_at: z.number(),
});
type Image = z.infer<typeof Image>;

/** Private images (spec 2.7a). */
export const images = defineKind<Image>({
  kind: "image",
  noun: "image",
  record: Image,
  view: viewImage,
});

/** Why the image cannot be used now; undefined when it can. */
export function unusable(image: Image, world: World): string | undefined {
  if (world.now < image.settled_at) return "it is still being imported";
  return isBroken(image) ? "its import failed" : undefined;
}

function viewImage(image: Stored<Image>, world: World): JsonObject {
  const { id, name, source, file, project_ids } = image;
  const { assumptions } = world;
  const over = world.now >= image.settled_at;
  const failed = over && isBroken(image);
  return {
    id,
    name,
    source,
    url: file?.url ?? null,
    format: file?.format ?? null,
    os_type: file?.os_type ?? null,
    [assumptions["fields.sharedWith"]]: project_ids,
    [assumptions["fields.status"]]: over ? finalWord(image, world) : "importing",
    [assumptions["fields.progress"]]: percentage(image, world),
    ...(failed && { [assumptions["fields.reason"]]: `the file is not a ${file?.format} image` }),
  };
}

function finalWord(image: Image, world: World): string {
  if (!isBroken(image)) return world.readyWord("available");
  return world.assumptions["words.failed"][0] ?? "error";
}

/** A broken file stops half-way. */
function percentage(image: Image, { now }: World): number {
  const { started_at, settled_at } = image;
  const part = now < settled_at ? (now - started_at) / (settled_at - started_at) : 1;
  return Math.floor(part * (isBroken(image) ? 50 : 100));
}

/** Nothing is downloaded here, so the address says what would come of it. */
function isBroken({ file }: Image): boolean {
  return file !== null && new URL(file.url).pathname.includes("broken");
}
