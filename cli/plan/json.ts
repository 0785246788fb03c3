import { definitions } from "../../resources/_registry.ts";
import type { Plan } from "./plan.ts";

/** A plan as one JSON document. Sums and fingerprint are null where the preview leaves out a part of the stack. */
export function jsonOf(
  plan: Plan,
  findings: readonly string[],
  fingerprint: string | undefined,
): string {
  const { cost, changes, ...rest } = plan;
  const { before, after, delta, leftOut } = cost;
  const document = {
    ...rest,
    changes,
    cost: {
      before: leftOut === 0 ? before.monthly : null,
      after: leftOut === 0 ? after.monthly : null,
      delta: delta.monthly,
      own: after.own,
      unpriced: after.unpriced,
      lines: after.lines,
      leftOut,
    },
    gaps: gapsOf(plan),
    failsOn: findings,
    fingerprint: fingerprint ?? null,
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

function gapsOf({ changes }: Plan) {
  const types = [...new Set(changes.map(({ type }) => type))].toSorted();
  return Object.fromEntries(types.map((type) => [type, definitions.get(type)?.gaps ?? []]));
}
