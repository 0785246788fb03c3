import type { AssumptionName } from "../../../contract/assumptions.ts";
import type { Settings } from "../../../platform/index.ts";
import type { World } from "./world.ts";

/** One behaviour that the specification states, in its words, and what became of it. */
export type Clause = Tested | Outside | NotShown | Settled;

interface Words {
  /** The section, as comments name it: `2.7`, `7.5`. */
  readonly spec: string;
  /**
   * Verbatim words of one sentence, point or table row (its cells with a blank between them; without
   * code marks). ` … ` stands for what was left out.
   */
  readonly words: string;
}

/** What an empty world shows. */
export interface Tested extends Words {
  readonly holds: (world: World) => void | Promise<void>;
}

/** What happens where no test of ours can look. */
export interface Outside extends Words {
  /** Why. */
  readonly outside: string;
}

/** What the specification says that it leaves open, and an assumption or a setting decides. */
export interface NotShown extends Words {
  readonly notShown: AssumptionName | keyof Settings;
}

/** What it says that it leaves open, and the platform settles once. */
export interface Settled extends Words {
  /** How. */
  readonly settled: string;
}

export function isTested(clause: Clause): clause is Tested {
  return "holds" in clause;
}
