import type { Assumptions } from "../../contract/assumptions.ts";
import { isOnPlatform } from "../../contract/endpoints.ts";
import { keptIn, lastingIn } from "../../provider/lifecycle/refresh-messages.ts";
import { textOf } from "../preview/messages.ts";
import { inOrder, isForeign, type Ours, oursIn } from "../preview/ours.ts";
import type { Preview } from "../preview/preview.ts";
import { subjectText } from "../preview/subject.ts";
import { type Changed, changedIn } from "./changed.ts";
import { holdsSecret } from "./differences.ts";
import { type Missing, missingIn } from "./missing.ts";
import { isBareLook, namedOf } from "./resource.ts";
import { type Resting, restingIn } from "./resting.ts";
import { type Unread, unreadIn } from "./unread.ts";

/** The findings of a refresh of a stack. */
export interface Drift {
  readonly project: string;
  readonly stack: string;
  /** Each resource of this package that is not as declared, or of which nobody knows. */
  readonly resources: readonly DriftedResource[];
  /** Machines that do not run, of which the program declares no power state; `resources` need not have them. */
  readonly resting: readonly Resting[];
  /** How many resources of this package are as declared. */
  readonly asDeclared: number;
  /** How many resources of other packages there are. */
  readonly others: number;
  /** Pulumi's other warnings. */
  readonly warnings: readonly string[];
}

export type DriftedResource = Changed | Missing | Unread;

/** @param assumptions Words of the platform for a machine that does not run. */
export function driftIn(preview: Preview, assumptions: Assumptions): Drift {
  const { project, stack, resources, diagnostics } = preview;
  // A health gate is nothing on the platform, and what an earlier run left behind is declared by nobody.
  const ours = inOrder(oursIn(preview))
    .map(withKnownState)
    .filter(({ resource: { before, after }, definition }) => {
      return isOnPlatform(definition.kind) && (after ?? before)?.isLeftover !== true;
    });
  const kept = diagnostics.flatMap((one) => keptIn(textOf(one)) ?? []);
  const drifted = ours.flatMap((one): DriftedResource | readonly [] => {
    return (
      missingIn(one, ours, preview) ?? changedIn(one, preview) ?? unreadIn(one, kept, preview) ?? []
    );
  });
  const unread = new Set(drifted.flatMap(({ is, urn }) => (is === "unread" ? [urn] : [])));
  const seen = ours.filter(({ resource: { urn } }) => !unread.has(urn));
  return {
    ...{ project, stack, resources: drifted },
    resting: seen.flatMap((one) => restingIn(one, preview, assumptions) ?? []),
    asDeclared: ours.length - drifted.length,
    others: resources.filter(isForeign).length,
    warnings: warningsIn(preview, ours),
  };
}

/** Of a look that found no other inputs, the document with `--run-program` shows as new what the program says. */
function withKnownState({ resource, definition }: Ours): Ours {
  const { before } = resource;
  if (before === undefined || !isBareLook(resource)) return { resource, definition };
  return { resource: { ...resource, after: before }, definition };
}

/** Without those that may quote an input which the program keeps secret. */
function warningsIn({ diagnostics }: Preview, ours: readonly Ours[]): readonly string[] {
  const byUrn = new Map(ours.map((one) => [one.resource.urn, one]));
  const texts = diagnostics.flatMap((one) => {
    const text = textOf(one);
    const isReported = keptIn(text) !== undefined || lastingIn(text) !== undefined;
    if (one.severity !== "warning" || isReported) return [];
    const about = byUrn.get(one.urn ?? "");
    if (about === undefined) return [text];
    return hasSecretInput(about) ? [] : [`${subjectText([namedOf(about)], 1)}: ${text}`];
  });
  return [...new Set(texts)].toSorted();
}

/** Besides those of the class, which no message shows. */
function hasSecretInput({ resource: { before }, definition: { secrets } }: Ours): boolean {
  const inputs = Object.entries(before?.inputs ?? {});
  return inputs.some(([name, value]) => !secrets.includes(name) && holdsSecret(value));
}
