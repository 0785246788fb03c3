import { describe, expect, test } from "vitest";
import type { Definition, Problem, Props } from "../../../provider/define.ts";
import { check } from "../../../provider/lifecycle/check.ts";
import { isRecord } from "../../../provider/lifecycle/state.ts";
import { UNKNOWN } from "../../../provider/values/unknown.ts";
import { instance } from "../../../resources/compute/instance.ts";
import { loadBalancer } from "../../../resources/network/load-balancer.ts";
import { volume } from "../../../resources/storage/volume.ts";
import { declared } from "../../support/session.ts";
import { classes } from "../../support/session-inputs.ts";

function problemsOf(definition: Definition, inputs: Props): readonly Problem[] {
  const given = { oldInputs: {}, inputs: declared(inputs) };
  return check(definition, { mailEnabled: false, now: Date.now() }, given).problems;
}

/** The value in every version in which one part of it, at any depth, is not known yet. */
function* withOneUnknown(value: unknown): Generator<unknown> {
  yield UNKNOWN;
  if (!Array.isArray(value) && !isRecord(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    for (const variant of withOneUnknown(inner)) {
      yield Array.isArray(value) ? value.with(Number(key), variant) : { ...value, [key]: variant };
    }
  }
}

describe("a value that is not known yet", () => {
  test.each(classes)("is no false alarm anywhere in a %s", (_type, definition, inputs) => {
    let variants = 0;
    for (const [name, value] of Object.entries(inputs)) {
      for (const variant of withOneUnknown(value)) {
        const problems = problemsOf(definition, { ...inputs, [name]: variant });
        const errors = problems.filter(({ severity }) => severity !== "warning");
        expect(errors, JSON.stringify({ [name]: variant })).toEqual([]);
        variants += 1;
      }
    }
    expect(variants).toBeGreaterThanOrEqual(Object.keys(inputs).length);
  });

  test.each(classes)(
    "is no false alarm when all of a %s is unknown",
    (_type, definition, inputs) => {
      const unknown = Object.fromEntries(Object.keys(inputs).map((name) => [name, UNKNOWN]));
      expect(problemsOf(definition, unknown)).toEqual([]);
    },
  );

  test.each(classes)("passes through the check of a %s", (_type, definition, inputs) => {
    for (const [name, value] of Object.entries(inputs)) {
      for (const variant of withOneUnknown(value)) {
        const given = { oldInputs: {}, inputs: declared({ ...inputs, [name]: variant }) };
        const { inputs: checked } = check(definition, { mailEnabled: false, now: 0 }, given);
        expect(checked[name]).toEqual(variant);
      }
    }
  });

  test("counts as given where one of two must be", () => {
    const inputs = { region: "eu", plan: "small", image: UNKNOWN };
    expect(problemsOf(instance, inputs)).toEqual([]);
    expect(problemsOf(instance, { ...inputs, source: { imageId: "img_1" } })).toHaveLength(1);
  });

  test("hides no problem of the other inputs", () => {
    const inputs = { region: UNKNOWN, sizeGb: 0, timeouts: UNKNOWN, adopt: UNKNOWN };
    expect(problemsOf(volume, inputs)).toEqual([
      { property: "sizeGb", reason: "sizeGb must be at least 1" },
    ]);
  });

  test("hides no problem of a schema beside it in one input", () => {
    const rules = [
      { entryPort: UNKNOWN, entryProtocol: "http", targetPort: 0, targetProtocol: "http" },
    ];
    expect(problemsOf(loadBalancer, { forwardingRules: rules, region: "eu" })).toContainEqual({
      reason: "forwardingRules[0].targetPort must be at least 1",
    });
  });

  test("may be in the timeouts", () => {
    const inputs = { region: "eu", sizeGb: 1, timeouts: { create: UNKNOWN } };
    expect(problemsOf(volume, inputs)).toEqual([]);
  });
});
