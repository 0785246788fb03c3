import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import type { Assumptions } from "../../contract/assumptions.ts";
import { endpoints } from "../../contract/endpoints.ts";
import { programName } from "../../contract/naming.ts";
import { isSameUrl } from "../../contract/values/url.ts";
import { defineResource } from "../../provider/definition/definition.ts";
import {
  type Attributes,
  type ResourceClass,
  resourceClass,
} from "../../provider/definition/resource-class.ts";
import type { Observed, Readiness } from "../../provider/definition/session.ts";
import type { ImportedImageArgs } from "../_arguments.ts";

/** Inputs of an {@link ImportedImage} (spec 2.7a). Changing any of them replaces it. */
export interface ImportedImageInputs {
  /** Name on the platform; `<logical name>-<hash>` unless given. */
  name?: string;
  /** Address of the image file, http or https. */
  url: string;
  /** Format of the file; raw and qcow2 are recommended. */
  format: "raw" | "qcow2" | "vmdk";
  /** Kind of operating system, like `linux`. */
  osType: string;
}

/** Outputs of an {@link ImportedImage}. */
export interface ImportedImageOutputs {
  /** The platform's word for its state; the words are not shown in the spec. */
  status: string;
  /** Percentage that is imported, 0 to 100. */
  progress: number;
}

const replaces = { on: "replace" } as const;
const word = { ...replaces, isWord: true } as const;

export const importedImage = defineResource<ImportedImageInputs, ImportedImageOutputs>()({
  type: "compute:ImportedImage",
  kind: "image",
  noun: "imported image",
  inputs: z.object({
    name: z.string().min(1).exactOptional(),
    url: z.url({ protocol: /^https?$/, error: "must be an http or https address" }),
    format: z.enum(["raw", "qcow2", "vmdk"]),
    osType: z.string().min(1),
  }),
  outputs: z.object({ status: z.string(), progress: z.number() }),
  changes: { name: word, url: { ...word, same: isSameUrl }, format: replaces, osType: word },
  createMinutes: 60,
  gaps: [
    "Paths to list and delete an image (spec 4 note 4).",
    "Names of the import's statuses and of the field that holds its progress (spec 3).",
  ],
  createEndpoint: endpoints.image.import,
  interpret: (observed, assumptions) => ({
    progress: percentage(observed[programName(assumptions["fields.progress"])]),
    reason: reasonIn(observed, assumptions),
  }),
  ready: (observed, _inputs, assumptions) => importReadiness(observed, assumptions),
});

/**
 * A private image imported from an address in the background (spec 3). `up` waits for it and shows
 * the progress. $0.02 per GB and month (spec 8).
 */
export interface ImportedImage
  extends pulumi.CustomResource,
    Attributes<ImportedImageInputs, ImportedImageOutputs> {}

export const ImportedImage: ResourceClass<ImportedImageArgs, ImportedImage> = resourceClass<
  ImportedImageInputs,
  ImportedImageOutputs
>()(importedImage);

/** Why an import failed: the field is not shown, and platforms have a few names for it. */
function reasonIn(observed: Observed, assumptions: Assumptions): unknown {
  const names = [programName(assumptions["fields.reason"]), ...usualReasons];
  return names.map((name) => observed[name]).find((text) => typeof text === "string" && text);
}

const usualReasons = ["error", "message", "reason", "detail", "statusMessage"];

/** Where its word tells of no failure, its progress decides (spec 3). */
function importReadiness(observed: Observed, assumptions: Assumptions): Readiness | undefined {
  const { status, progress, reason } = observed;
  const word = typeof status === "string" ? status.toLowerCase() : "";
  if (assumptions["words.failed"].includes(word)) {
    return { failed: `its import ended as "${word}"${reason ? ` (${String(reason)})` : ""}` };
  }
  const isUnderWay = typeof progress === "number" && progress < 100 && progress !== wholeFraction;
  if (!isUnderWay) return undefined;
  return {
    waitingFor: `its import, at ${progress} % and "${word}"`,
    state: `${progress} %, "${word}"`,
  };
}

/** Some platforms count up to 1: where its word is none of a way, that is the end. */
const wholeFraction = 1;

/** 45, "45", "45 %" and 0.45 alike. */
function percentage(shown: unknown): unknown {
  const number = typeof shown === "string" ? Number.parseFloat(shown) : shown;
  if (typeof number !== "number" || Number.isNaN(number)) return shown;
  return number > 0 && number < 1 ? Math.round(number * 100) : number;
}
