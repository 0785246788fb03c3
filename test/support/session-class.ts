import type { Definition, Problem } from "../../provider/definition/definition.ts";
import type { Props } from "../../provider/definition/session.ts";
import { check } from "../../provider/lifecycle/check.ts";
import { remove } from "../../provider/lifecycle/delete/delete.ts";
import { compare } from "../../provider/lifecycle/diff.ts";
import { read } from "../../provider/lifecycle/read.ts";
import { update } from "../../provider/lifecycle/update.ts";
import type { Expected } from "./fake-api.ts";
import { declared, held, newContext } from "./session.ts";

/** The questions that tests of one class share; every answer of the platform is scripted. */
export function classUnderTest(definition: Definition) {
  return {
    /** Problems of a check. */
    problems: (inputs: Props, oldInputs: Props = {}, settings = {}): readonly Problem[] => {
      const given = { oldInputs, inputs: declared(inputs) };
      const context = { mailEnabled: false, now: Date.now(), ...settings };
      return check(definition, context, given).problems;
    },
    /** Inputs that a check refuses, by their names, or by the paths of what is inside of them. */
    refused: (inputs: Props, oldInputs: Props = {}): readonly string[] => {
      const given = { oldInputs, inputs: declared(inputs) };
      const { problems } = check(definition, { mailEnabled: false, now: Date.now() }, given);
      return problems.map(({ property, reason }) => property ?? reason.split(" ")[0] ?? "");
    },
    /** Inputs as a check passes them on. */
    checked: (inputs: Props): Props => {
      const context = { mailEnabled: false, now: Date.now() };
      return check(definition, context, { oldInputs: {}, inputs: declared(inputs) }).inputs;
    },
    /** The effect of a change of inputs on an object that was made with `before`. */
    diff: (before: Props, after: Props) =>
      compare(newContext(), definition, {
        id: "x_1",
        state: stateOf(before),
        inputs: declared(after),
      }),
    delete: (id: string, state: Props, expected: readonly Expected[]) =>
      remove(newContext(expected), definition, { id, state: stateOf(state) }),
    read: (id: string, state: Props, expected: readonly Expected[]) =>
      read(newContext(expected), definition, { id, props: stateOf(state) }),
    update: (
      id: string,
      { before, after }: { before: Props; after: Props },
      expected: readonly Expected[],
    ) =>
      update(newContext(expected), definition, {
        id,
        state: stateOf(before),
        inputs: declared(after),
      }),
  };
}

function stateOf(inputs: Props): Props {
  return held(inputs);
}
