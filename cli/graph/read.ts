import { z } from "zod";
import { plainText } from "../../provider/display.ts";
import { type PlannedResource, type Preview, placeOf, previewOf } from "../preview/preview.ts";
import { readPreview } from "../preview/read.ts";
import type { Source } from "../preview/source.ts";
import { State, stateOf } from "../preview/state.ts";

const Exported = z.object({
  deployment: z.object({ resources: z.array(State).nullish() }),
});

/** What a picture is made of. */
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
  const states = (exported.deployment.resources ?? []).map(stateOf);
  const steps = states.map((state) => {
    const { urn, isLeftover } = state;
    const same = { urn, oldState: state, changed: [], replacedBy: [] };
    return isLeftover ? { op: "delete", ...same } : { op: "same", ...same, newState: state };
  });
  const { resources } = previewOf(steps, [], 0);
  const [first] = states;
  const place = first === undefined ? { project: "", stack: plainText(stack) } : placeOf(first.urn);
  return { ...place, resources, isPreview: false };
}

function exportedIn(text: string): z.infer<typeof Exported> | undefined {
  try {
    return Exported.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
