import * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { endpoints } from "../../contract/endpoints.ts";
import type { Deep } from "../../provider/definition/resource-class.ts";
import { importedImage } from "../compute/imported-image.ts";
import { type LookupOptions, lookUpOne } from "./lookup.ts";

/** Arguments of {@link getImage}. */
export interface GetImageArgs {
  /** Id of a private image (`img_…`). */
  imageId: string;
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

/** Reads a private image and how far its import is (spec 4.2). */
export async function getImage(
  { imageId }: GetImageArgs,
  opts?: LookupOptions,
): Promise<GetImageResult> {
  const endpoint = endpoints.image.get;
  const params = { image_id: imageId };
  return lookUpOne(opts, { endpoint, params, interpret: importedImage.interpret, shape });
}

/** The twin of {@link getImage} for arguments that are not known yet. */
export function getImageOutput(
  args: Deep<GetImageArgs>,
  opts?: LookupOptions,
): pulumi.Output<GetImageResult> {
  return pulumi.output(args).apply((known) => getImage(known, opts));
}
