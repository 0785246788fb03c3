import type { AssumptionName } from "../../../contract/assumptions.ts";
import type { Settings } from "../../../platform/index.ts";
import type { World } from "./world.ts";

/** One behaviour that the specification states, in its words, and what became of it. */
export type Clause = Tested | Same | Outside | NotShown | Settled;

interface Words {
  /** The section, as comments name it: `2.7`, `7.5`. */
  readonly spec: string;
  /**
   * Verbatim words of one sentence, point or table row (its cells with a blank between them;
   * without backticks). ` … ` is where words were left out.
   */
  readonly words: string;
}

/** Shown by a test on an empty platform. */
export interface Tested extends Words {
  readonly holds: (world: World) => void | Promise<void>;
}

/** Said by another clause as well, which is tested. */
export interface Same extends Words {
  /** Section and words of that clause: `2.7: can only be increased after creation`. */
  readonly same: string;
}

/** Out of sight of any test on one machine. */
export interface Outside extends Words {
  /** Why. */
  readonly outside: string;
}

/** Left open by the specification: an assumption or a setting decides. */
export interface NotShown extends Words {
  readonly notShown: AssumptionName | keyof Settings;
}

/** Left open by the specification: the platform settles it once. */
export interface Settled extends Words {
  /** How. */
  readonly settled: string;
}

export function isTested(clause: Clause): clause is Tested {
  return "holds" in clause;
}

export function tested(spec: string, words: string, holds: Tested["holds"]): Tested {
  return { spec, words, holds };
}

export function same(spec: string, words: string, as: string): Same {
  return { spec, words, same: as };
}

export function outside(spec: string, words: string, why: string): Outside {
  return { spec, words, outside: why };
}

export function notShown(spec: string, words: string, by: NotShown["notShown"]): NotShown {
  return { spec, words, notShown: by };
}

export function settled(spec: string, words: string, how: string): Settled {
  return { spec, words, settled: how };
}
