import { isOnPlatform } from "../../contract/endpoints.ts";
import { type Kept, keptIn, lastingIn } from "../../provider/lifecycle/refresh-messages.ts";
import { textOf } from "../preview/messages.ts";
import { inOrder, isForeign, type Ours, oursIn } from "../preview/ours.ts";
import type { Preview } from "../preview/preview.ts";
import { subjectText } from "../preview/subject.ts";
import { type Changed, changedIn } from "./changed.ts";
import { holdsSecret } from "./differences.ts";
import { type Missing, missingIn } from "./missing.ts";
import { namedOf } from "./resource.ts";
import { type Unread, unreadIn } from "./unread.ts";

/** What a refresh found out about a stack. */
export interface Drift {
  readonly project: string;
  readonly stack: string;
  /** Each resource of this package that is not as declared, or that nobody can tell of. */
  readonly resources: readonly DriftedResource[];
  /** How many resources of this package are as declared. */
  readonly asDeclared: number;
  /** How many resources of other packages there are. */
  readonly others: number;
  readonly warnings: readonly string[];
}

/** A resource that is not as declared. */
export type DriftedResource = Changed | Missing | Unread;

/** Tells what a refresh found. */
export function driftIn(preview: Preview): Drift {
  const { project, stack, resources } = preview;
  // A health gate is nothing on the platform, and what an earlier run left behind is declared by nobody.
  const ours = inOrder(oursIn(preview)).filter(({ resource, definition }) => {
    const { before, after } = resource;
    return isOnPlatform(definition.kind) && (after ?? before)?.isLeftover !== true;
  });
  const kept = keptByNoun(preview);
  const drifted = ours.flatMap(
    (one): readonly DriftedResource[] =>
      missingIn(one, ours) ?? changedIn(one, preview) ?? unreadIn(one, kept) ?? [],
  );
  return {
    ...{ project, stack, resources: drifted },
    asDeclared: ours.length - drifted.length,
    others: resources.filter(isForeign).length,
    warnings: warningsIn(preview, ours),
  };
}

function keptByNoun({ diagnostics }: Preview): ReadonlyMap<string, Kept> {
  const kept = diagnostics.flatMap((one) => keptIn(textOf(one)) ?? []);
  return new Map(kept.map((one) => [one.noun, one]));
}

/** What else Pulumi warned of, but for what may quote an input that the program keeps secret. */
function warningsIn({ diagnostics }: Preview, ours: readonly Ours[]): readonly string[] {
  const byUrn = new Map(ours.map((one) => [one.resource.urn, one]));
  const texts = diagnostics.flatMap((one) => {
    const text = textOf(one);
    if ((one.severity !== "warning" || keptIn(text)) ?? lastingIn(text)) return [];
    const about = byUrn.get(one.urn ?? "");
    if (about === undefined) return [text];
    return hasSecretInput(about) ? [] : [`${subjectText([namedOf(about)], 1)}: ${text}`];
  });
  return [...new Set(texts)].toSorted();
}

/** Messages never show what is a secret of the class. */
function hasSecretInput({ resource: { before }, definition: { secrets } }: Ours): boolean {
  const inputs = Object.entries(before?.inputs ?? {});
  return inputs.some(([name, value]) => !secrets.includes(name) && holdsSecret(value));
}
