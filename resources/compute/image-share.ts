import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { endpoints } from "../../contract/endpoints.ts";
import { programName } from "../../contract/naming.ts";
import { isSameSet } from "../../contract/values/set.ts";
import { defineResource, type IdOf } from "../../provider/definition/definition.ts";
import { idOf } from "../../provider/definition/id-of.ts";
import {
  type Attributes,
  type DeclaredResource,
  type ResourceClass,
  resourceClass,
} from "../../provider/definition/resource-class.ts";
import type { Session } from "../../provider/definition/session.ts";
import { HostingError } from "../../provider/errors.ts";
import type { ImageShareArgs } from "../_arguments.ts";
import { Image } from "./image.ts";
import { ImportedImage } from "./imported-image.ts";

/** Inputs of an {@link ImageShare} (spec 2.7a). */
export interface ImageShareInputs {
  /** Image to share (`img_…`). Changing it replaces the share. */
  imageId: IdOf<Image | ImportedImage>;
  /** Projects that may use it (`proj_…`). More can be added; none can be taken away. */
  projectIds: string[];
}

/** An {@link ImageShare} has no outputs besides its inputs. */
export type ImageShareOutputs = Record<never, never>;

export const imageShare = defineResource<ImageShareInputs, ImageShareOutputs>()({
  type: "compute:ImageShare",
  kind: "image",
  noun: "image share",
  links: { imageId: "shares" },
  inputs: z.object({ imageId: idOf("image"), projectIds: z.array(idOf("project")).min(1) }),
  outputs: z.object({}),
  changes: {
    imageId: { on: "replace" },
    projectIds: { on: "update", same: isSameSet, forbid: removing },
  },
  replacement: {
    order: "createFirst",
    why: "A share cannot be taken back (spec 4.2), and ends with its image, which is deleted last.",
  },
  gaps: ["A way to take a share back (spec 4.2).", "The field that lists shares (spec 4 note 1)."],
  create: {
    id: "{imageId}/share",
    send: (session, { imageId, projectIds }) => share(session, imageId, projectIds),
  },
  interpret: (observed, assumptions) => ({
    projectIds: observed[programName(assumptions["fields.sharedWith"])],
  }),
  ready: () => ({ ready: true }),
  update: (session, { inputs }) => share(session, inputs.imageId, inputs.projectIds),
  remove: async (session, { inputs }) => {
    const result = await session.lookUp("image", inputs.imageId);
    if (result.outcome !== "gone") throw cannotUnshare(session.subject, inputs.imageId);
    return "gone";
  },
});

/** Projects that may use a private image. The platform shows no way to take a share back. */
export interface ImageShare
  extends pulumi.CustomResource,
    Attributes<ImageShareInputs, ImageShareOutputs> {}

export const ImageShare: ResourceClass<ImageShareArgs, ImageShare> = resourceClass<
  ImageShareInputs,
  ImageShareOutputs
>()(imageShare, declare);

/** A share is deleted with its image, so it needs no separate request. */
function declare({ args, opts }: DeclaredResource): DeclaredResource {
  const { imageId: image } = args;
  const isResource = Image.isInstance(image) || ImportedImage.isInstance(image);
  return { args, opts: isResource ? { deletedWith: image, ...opts } : opts };
}

function share(session: Session, imageId: string, projectIds: readonly string[]) {
  const body = { project_ids: [...projectIds] };
  return session.call(endpoints.image.share, { params: { image_id: imageId }, body });
}

function cannotUnshare(subject: string, imageId: string): HostingError {
  return new HostingError(
    "gap",
    `${subject} was not deleted: image ${imageId} cannot be unshared, because the platform offers no way to. Delete the image as well, or set the option retainOnDelete before you remove the share.`,
  );
}

function removing(before: unknown, after: unknown): string | undefined {
  if (!Array.isArray(before) || !Array.isArray(after)) return undefined;
  const removed = before.filter((project) => !after.includes(project));
  if (removed.length === 0) return undefined;
  return `projectIds no longer has ${removed.join(", ")}, but an image cannot be unshared. Keep them, or make another image.`;
}
