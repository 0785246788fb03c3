import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import type { IdOf } from "../../provider/definition/definition.ts";
import { defineLookup } from "../../provider/definition/lookup.ts";
import type { GetImageOutputArgs } from "../_arguments.ts";
import type { Image } from "../compute/image.ts";
import { type ImportedImage, importedImage } from "../compute/imported-image.ts";
import { type LookupOptions, lookUpOne, lookUpOneOutput } from "./lookup.ts";

/** Arguments of {@link getImage}: `imageId` or `name`. */
export interface GetImageArgs {
  /** Id of a private image (`img_…`); the twin also takes the image. */
  imageId?: IdOf<Image | ImportedImage> | undefined;
  /** Name of a private image, which is looked for in the list of all. */
  name?: string | undefined;
}

/** What {@link getImage} answers; what the answer lacks is left out (spec 4 note 1). */
export interface GetImageResult {
  id?: string;
  name?: string;
  status?: string;
  /** Percentage that is imported, 0 to 100. */
  progress?: number;
}

const shape = z.object({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  progress: z.number(),
});

/** See {@link getImage}. */
export const imageLookup = defineLookup({
  area: "compute",
  name: "getImage",
  kind: "image",
  verb: "get",
  argument: { name: "imageId", fills: "image_id" },
  by: ["name"],
  interpret: importedImage.interpret,
  shape,
});

/** Reads a private image and how far its import is (spec 4.2). */
export async function getImage(args: GetImageArgs, opts?: LookupOptions): Promise<GetImageResult> {
  return lookUpOne(imageLookup, args, opts);
}

/** The twin of {@link getImage} for arguments that are not known yet. */
export function getImageOutput(
  args: GetImageOutputArgs,
  opts?: LookupOptions,
): pulumi.Output<GetImageResult> {
  return lookUpOneOutput(imageLookup, args, opts);
}
