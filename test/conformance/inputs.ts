import { expect, test } from "vitest";
import { UNKNOWN } from "../../contract/values/unknown.ts";
import { check } from "../../provider/lifecycle/check.ts";
import { isRecord } from "../../provider/lifecycle/record/state.ts";
import { declared } from "../support/session.ts";
import { checked } from "../support/session-object.ts";
import type { Subject } from "./subject.ts";

/** The promises of a check. */
export function promisesOfInputs({ definition, sample, other, inputsOn, errors }: Subject): void {
  test("are in order in the sample and come back from a check as they were given", () => {
    const inputs = declared({ ...sample, timeouts: { create: "1h" } });
    expect(checked(definition, inputs)).toEqual(inputs);
  });

  test("have another value each, but for those that never mean a difference", () => {
    const changing = inputsOn("update", "replace", "refuse", "keep");
    expect(Object.keys(other).toSorted()).toEqual(changing.toSorted());
  });

  test("are no false alarm where one is not known yet, at any depth", () => {
    for (const variant of withOneUnknown(sample)) {
      expect(errors(Object(variant)), JSON.stringify(variant)).toEqual([]);
    }
  });

  test("are no false alarm when none is known yet", () => {
    const unknown = Object.fromEntries(Object.keys(sample).map((name) => [name, UNKNOWN]));
    expect(errors(unknown)).toEqual([]);
  });

  test.each(Object.keys(sample))("may be null where no %s is given, at any depth", (name) => {
    const { [name]: value, ...rest } = sample;
    for (const given of [null, ...withOneNull(value)]) {
      const inputs = declared({ ...rest, [name]: given });
      const without = declared({ ...rest, ...(given !== null && { [name]: withoutNull(given) }) });
      const results = [inputs, without].map((one) => {
        return check(definition, { mailEnabled: false, now: 0 }, { oldInputs: {}, inputs: one });
      });
      expect(results[0]?.problems).toEqual(results[1]?.problems);
      // In a free map null may be a value.
      if (name !== "raw") expect(results[0]?.inputs).toEqual(results[1]?.inputs);
    }
  });

  test.each(Object.keys(sample))(
    "may be of the platform's own kind where a refresh found %s and the program leaves it",
    (name) => {
      const problemsOf = (value: unknown, found: readonly string[]) => {
        const inputs = declared({ ...sample, [name]: value });
        const oldInputs = { ...inputs, ...(found.length > 0 && { __foundInputs: found }) };
        return check(definition, { mailEnabled: false, now: 0 }, { oldInputs, inputs });
      };
      // A refresh stores no value that nothing can put back.
      const { forbid } = definition.changes[name] ?? {};
      const storable = strange.filter((value) => !forbid?.(value, sample[name], sample));
      for (const value of storable) {
        const { problems, inputs } = problemsOf(value, [name]);
        expect(problems.filter(({ severity }) => severity !== "warning")).toEqual([]);
        // The next check finds it as well.
        expect(inputs["__foundInputs"]).toEqual([name]);
        const own = check(
          definition,
          { mailEnabled: false, now: 0 },
          { oldInputs: inputs, inputs: declared({ ...sample, [name]: sample[name] }) },
        );
        expect(own.problems.filter(({ severity }) => severity !== "warning")).toEqual([]);
        expect(own.inputs).not.toHaveProperty("__foundInputs");
      }
      expect(strange.some((value) => problemsOf(value, []).problems.length > 0)).toBe(true);
    },
  );

  test("pass through a check as they are when some of it is not known yet", () => {
    for (const variant of withOneUnknown(sample)) {
      const inputs = declared(Object(variant));
      const given = { oldInputs: {}, inputs };
      expect(check(definition, { mailEnabled: false, now: 0 }, given).inputs).toEqual(inputs);
    }
  });
}

/** Values that no program may write, and consoles have. */
const strange: readonly unknown[] = ["a word of the console", [], [{ protocol: "any" }], -1];

/** The value in every version in which one part of it, at any depth, is not known yet. */
function* withOneUnknown(value: unknown): Generator<unknown> {
  if (!Array.isArray(value) && !isRecord(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    for (const variant of [UNKNOWN, ...withOneUnknown(inner)]) {
      yield Array.isArray(value) ? value.with(Number(key), variant) : { ...value, [key]: variant };
    }
  }
}

/** The value in every version in which one field of it, at any depth, is null. */
function* withOneNull(value: unknown): Generator<unknown> {
  for (const variant of withOneUnknown(value)) {
    const text = JSON.stringify(variant).replace(`:${JSON.stringify(UNKNOWN)}`, ":null");
    if (text.includes(":null")) yield JSON.parse(text);
  }
}

function withoutNull(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNull);
  if (!isRecord(value)) return value;
  const set = Object.entries(value).filter(([, item]) => item !== null);
  return Object.fromEntries(set.map(([key, item]) => [key, withoutNull(item)]));
}
