import { type Assumption, assumptionTable } from "../../contract/assumption-table.ts";
import type { AssumptionName } from "../../contract/assumptions.ts";
import type { Choice } from "../choices/choice.ts";
import type { ChoiceName } from "../choices/choices.ts";
import { choiceTable } from "../choices/table.ts";
import type { Clause } from "./_clauses.ts";

/** What decides an answer: a clause of the spec in its words or, where that is silent, what of ours settles it. */
export type Rule = Clause | ChoiceName | AssumptionName;

/** Of whatever the spec neither shows nor leaves to somebody: the limits and mishaps of this platform. */
export const unstated: Rule =
  "7: Other error codes or a machine-readable error code field: not shown.";

/** A rule as the log shows it. */
export interface ShownRule {
  /** Section of the specification that states it or leaves it open; null where nothing of it decided. */
  readonly spec: string | null;
  /** The words of the section that decided; null where it leaves open what did. */
  readonly clause: string | null;
  /** The choice or assumption that decided instead. */
  readonly notShown: string | null;
}

/** @param rule As it was kept; an older version may have known others. */
export function shownRule(rule: string | null): ShownRule {
  const [section = "", ...words] = rule?.split(": ") ?? [];
  const settled = settledHere.get(section);
  return settled === undefined
    ? { spec: rule && section, clause: words.join(": ") || null, notShown: null }
    : { spec: settled.spec, clause: null, notShown: rule };
}

const settledHere: ReadonlyMap<string, Choice | Assumption> = new Map<string, Choice | Assumption>(
  Object.entries({ ...assumptionTable, ...choiceTable }),
);
