import { z } from "zod";
import { plainText } from "../../provider/display.ts";
import {
  type PlannedResource,
  type Preview,
  placeOf,
  previewOf,
  type Step,
} from "../preview/preview.ts";
import { readPreview } from "../preview/read.ts";
import type { Source } from "../preview/source.ts";
import { State, stateOf } from "../preview/state.ts";

/** A resource deleted before its replacement, and not made again, stays in the state. */
const Kept = State.extend({ pendingReplacement: z.boolean().nullish() });
const Exported = z.object({
  deployment: z.object({ resources: z.array(Kept).nullish() }),
});

/** The parts of a picture. */
export interface Drawable extends Pick<Preview, "project" | "stack"> {
  readonly resources: readonly PlannedResource[];
  /** True for a preview, which shows changes. */
  readonly isPreview: boolean;
}

/**
 * Reads what `pulumi stack export` prints, or a preview.
 *
 * @param stack its name, which the state of an empty one does not say
 * @throws CommandError for anything else.
 */
export function readDrawable(source: Source, stack = ""): Drawable {
  const exported = exportedIn(source.text);
  if (exported === undefined) return { ...readPreview(source), isPreview: true };
  const kept = exported.deployment.resources ?? [];
  const { resources } = previewOf(kept.map(stepOf));
  const [first] = kept;
  const place = first === undefined ? { project: "", stack: plainText(stack) } : placeOf(first.urn);
  return { ...place, resources, isPreview: false };
}

/** It as a preview without changes would show it. */
function stepOf(given: z.infer<typeof Kept>): Step {
  const state = stateOf(given);
  const { urn, isLeftover } = state;
  const step = { urn, changed: [], replacedBy: [] };
  if (given.pendingReplacement === true) return { op: "create", ...step, newState: state };
  if (isLeftover) return { op: "delete", ...step, oldState: state };
  return { op: "same", ...step, oldState: state, newState: state };
}

function exportedIn(text: string): z.infer<typeof Exported> | undefined {
  try {
    return Exported.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
