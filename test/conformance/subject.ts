import { defaultAssumptions } from "../../contract/assumptions.ts";
import { isOnPlatform, type Verb } from "../../contract/endpoints.ts";
import { findRoute } from "../../contract/routes.ts";
import type { Change, Definition, Problem } from "../../provider/definition/definition.ts";
import type { Props } from "../../provider/definition/session.ts";
import { check } from "../../provider/lifecycle/check.ts";
import type { Difference } from "../../provider/lifecycle/diff.ts";
import { inputNames } from "../../provider/lifecycle/record/state.ts";
import { declared, newContext, type TestContext, world } from "../support/session.ts";
import { otherValues } from "../support/session-inputs.ts";
import { worksOf } from "../support/session-object.ts";

export const unchanged = { changes: false, replaces: [] };
export const updated = { changes: undefined, replaces: [] };

/** A class with its sample, and what its facts say about it. */
export interface Subject {
  readonly definition: Definition;
  readonly sample: Props;
  /** Another value of every input that can change. */
  readonly other: Props;
  /** State of an object that was made from the sample. */
  readonly before: Props;
  /** Inputs whose change means one of these. */
  inputsOn(...meanings: readonly Change["on"][]): readonly string[];
  /** False for what is nothing on the platform, like a gate. */
  readonly isOnPlatform: boolean;
  /** True when the spec shows the route. */
  isDocumented(verb: Verb): boolean;
  /** The effect of a change of the sample. */
  diff(change: Props, state?: Props, context?: TestContext): Promise<Difference>;
  /** Errors of a check. */
  errors(inputs: Props): readonly Problem[];
}

export function subjectOf(definition: Definition, sample: Props): Subject {
  const before = { ...declared(sample), __world: world };
  return {
    definition,
    sample,
    before,
    other: otherValues[definition.type] ?? {},
    inputsOn: (...meanings) =>
      inputNames(definition).filter((name) =>
        meanings.some((meaning) => definition.changes[name]?.on === meaning),
      ),
    isOnPlatform: isOnPlatform(definition.kind),
    isDocumented: (verb) =>
      findRoute(definition.kind, verb, defaultAssumptions)?.standing === "documented",
    diff: (change, state = {}, context = newContext()) => {
      const inputs = { ...declared(sample), ...change };
      return worksOf(context, definition).diff("x_1", { ...before, ...state }, inputs);
    },
    errors: (inputs) => {
      const given = { oldInputs: {}, inputs: declared(inputs) };
      const { problems } = check(definition, { mailEnabled: false, now: Date.now() }, given);
      return problems.filter(({ severity }) => severity !== "warning");
    },
  };
}
