import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { toWire } from "../../contract/naming.ts";
import { defineResource, type IdOf } from "../../provider/definition/definition.ts";
import { idOf } from "../../provider/definition/id-of.ts";
import {
  type Attributes,
  type ResourceClass,
  resourceClass,
} from "../../provider/definition/resource-class.ts";
import type { ImageArgs } from "../_arguments.ts";
import type { Instance } from "./instance.ts";

/** Inputs of an {@link Image} (spec 2.7a). Changing any of them replaces it. */
export interface ImageInputs {
  /** Name on the platform; `<logical name>-<hash>` unless given. */
  name?: string;
  /** Snapshot it is made from. */
  source: SnapshotSource;
}

/** A snapshot as the source of an image. */
export interface SnapshotSource {
  /** Kind of source; the spec gives one, which is the default. */
  type?: "snapshot";
  /** Instance the snapshot was taken of (`inst_…`). */
  instanceId: IdOf<Instance>;
  /** Name of the snapshot. */
  snapshot: string;
}

/** Outputs of an {@link Image}. */
export interface ImageOutputs {
  /** The platform's word for its state; the words are not shown in the spec. */
  status: string;
}

const Source = z.strictObject({
  type: z.literal("snapshot").exactOptional(),
  instanceId: idOf("instance"),
  snapshot: z.string().min(1),
});

export const image = defineResource<ImageInputs, ImageOutputs>()({
  type: "compute:Image",
  kind: "image",
  noun: "image",
  links: { "source.instanceId": "snapshot" },
  inputs: z.object({ name: z.string().min(1).exactOptional(), source: Source }),
  outputs: z.object({ status: z.string() }),
  changes: { name: { on: "replace", isWord: true }, source: { on: "replace", same: isSameSource } },
  createMinutes: 60,
  gaps: [
    "Paths to list and delete an image (spec 4 note 4).",
    "Names of its statuses (spec 3).",
    "A way to take the snapshot (spec 4.2).",
  ],
  body: ({ source, ...rest }) => toWire({ ...rest, source: { type: "snapshot", ...source } }),
});

/** A private image made from the snapshot of an instance; $0.02 per GB and month (spec 8). */
export interface Image extends pulumi.CustomResource, Attributes<ImageInputs, ImageOutputs> {}

export const Image: ResourceClass<ImageArgs, Image> = resourceClass<ImageInputs, ImageOutputs>()(
  image,
);

/** A source without its type is a snapshot (spec 2.7a). */
function isSameSource(before: unknown, after: unknown): boolean {
  const [left, right] = [Source.safeParse(before), Source.safeParse(after)];
  if (!left.success || !right.success) return false;
  const sameInstance = left.data.instanceId === right.data.instanceId;
  return sameInstance && left.data.snapshot === right.data.snapshot;
}
