import { expect, test } from "vitest";
import { UNKNOWN } from "../../contract/values/unknown.ts";
import { check } from "../../provider/lifecycle/check.ts";
import { isRecord } from "../../provider/lifecycle/state/state.ts";
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

  test("pass through a check as they are when some of it is not known yet", () => {
    for (const variant of withOneUnknown(sample)) {
      const inputs = declared(Object(variant));
      const given = { oldInputs: {}, inputs };
      expect(check(definition, { mailEnabled: false, now: 0 }, given).inputs).toEqual(inputs);
    }
  });
}

/** The value in every version in which one part of it, at any depth, is not known yet. */
function* withOneUnknown(value: unknown): Generator<unknown> {
  if (!Array.isArray(value) && !isRecord(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    for (const variant of [UNKNOWN, ...withOneUnknown(inner)]) {
      yield Array.isArray(value) ? value.with(Number(key), variant) : { ...value, [key]: variant };
    }
  }
}
