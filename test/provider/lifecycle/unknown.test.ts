import { describe, expect, test } from "vitest";
import { UNKNOWN } from "../../../contract/values/unknown.ts";
import type { Definition, Problem } from "../../../provider/definition/definition.ts";
import type { Props } from "../../../provider/definition/session.ts";
import { check } from "../../../provider/lifecycle/check.ts";
import { instance } from "../../../resources/compute/instance.ts";
import { loadBalancer } from "../../../resources/network/load-balancer.ts";
import { volume } from "../../../resources/storage/volume.ts";
import { declared } from "../../support/session.ts";

function problemsOf(definition: Definition, inputs: Props): readonly Problem[] {
  const given = { oldInputs: {}, inputs: declared(inputs) };
  return check(definition, { mailEnabled: false, now: Date.now() }, given).problems;
}

describe("a value that is not known yet", () => {
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
