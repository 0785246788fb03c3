import { describe, expect, test } from "vitest";
import { type Autonaming, autonamed } from "../../../provider/plugin/autonaming.ts";
import { declarationOf } from "../../../provider/plugin/declaration.ts";
import { errorOf } from "../../support/session.ts";
import { definitionOf } from "../../support/session-inputs.ts";

const declaration = declarationOf("urn:pulumi:dev::shop::hosting:storage:Volume::data", () => true);

function named(
  autonaming: Autonaming | undefined,
  inputs = {},
  oldInputs = {},
  type = "storage:Volume",
) {
  return autonamed(definitionOf(type), { inputs, oldInputs }, { autonaming, declaration });
}

describe("pulumi:autonaming", () => {
  test.each([
    ["verbatim", "enforce", "data"],
    ["a pattern of known parts", "propose", "shop-dev_data"],
  ] as const)("of %s gives the name, as if the program did", (_what, mode, proposedName) => {
    expect(named({ mode, proposedName })).toEqual({ name: proposedName });
  });

  test("that proposes what may be random leaves the name to us", () => {
    expect(named({ mode: "propose", proposedName: "data-1f9c" })).toEqual({});
  });

  test.each([
    ["enforces what may be random", { mode: "enforce", proposedName: "data-1f9c" }],
    ["is disabled", { mode: "disabled", proposedName: "" }],
  ] as const)("that %s is an error of the name", async (_what, autonaming) => {
    const { code, property } = await errorOf(() => named(autonaming));
    expect({ code, property }).toEqual({ code: "input", property: "name" });
  });

  const verbatim = { mode: "enforce", proposedName: "data" } as const;
  test.each([
    ["a name of the program", { name: "own" }, {}, { name: "own" }],
    ["what is adopted", { adopt: "vol_1" }, {}, { adopt: "vol_1" }],
    ["what has a name of ours", {}, { name: "data-x", __generatedName: true }, {}],
    ["what it named before", {}, { name: "data" }, { name: "data" }],
  ])("leaves %s as it is", (_what, inputs, oldInputs, expected) => {
    expect(named(verbatim, inputs, oldInputs)).toEqual(expected);
  });

  test("says nothing of a class without names", () => {
    expect(named(verbatim, { region: "eu" }, {}, "network:FloatingIp")).toEqual({ region: "eu" });
  });
});
