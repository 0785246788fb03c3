import { describe, expect, test } from "vitest";
import { UNKNOWN } from "../../../contract/values/unknown.ts";
import type { Definition } from "../../../provider/definition/definition.ts";
import type { Props } from "../../../provider/definition/session.ts";
import { check } from "../../../provider/lifecycle/check.ts";
import { Declared } from "../../../provider/lifecycle/identity/declared.ts";
import { instance } from "../../../resources/compute/instance.ts";
import { volume } from "../../../resources/storage/volume.ts";
import { declared } from "../../support/session.ts";

const machine = { region: "eu", plan: "small", image: "debian/13", name: "web" };
const disk = { region: "eu", sizeGb: 10, name: "data" };

/** The engine's requests for a declaration: with a state, one of `pulumi import`, or none. */
type Ask = readonly [logicalName: string, change?: Props, stored?: "stored" | "imported"];

/** Names that a run of a program refuses, of resources that it declares one after another. */
function refusedOf(asks: readonly Ask[], definition: Definition, inputs: Props) {
  const settings = { mailEnabled: false, now: 0, declared: new Declared() };
  return asks.flatMap(([logicalName, change = {}, stored]) => {
    const all = { ...inputs, ...change };
    const given = declared(all, logicalName);
    // A file of `pulumi import` does not say who declares what it brings.
    const oldInputs = stored === "imported" ? all : stored === "stored" ? given : {};
    const { problems } = check(definition, settings, { oldInputs, inputs: given });
    return problems.map(({ property, reason }) => {
      expect(property).toBe("name");
      expect(reason).toMatch(/"web".*"[a-d]"/);
      return logicalName;
    });
  });
}

describe("a name that two resources of a program ask for is refused before anything is sent", () => {
  test.each<[string, readonly Ask[], readonly string[]]>([
    ["both new", [["a"], ["b"]], ["b"]],
    ["the first exists", [["a", {}, "stored"], ["b"]], ["b"]],
    ["the second exists", [["a"], ["b", {}, "stored"]], ["b"]],
    [
      "both exist, as in an account that was taken over",
      [
        ["a", {}, "stored"],
        ["b", {}, "stored"],
      ],
      [],
    ],
    [
      "one is adopted",
      [
        ["a", {}, "stored"],
        ["b", { adopt: "inst_1" }],
      ],
      [],
    ],
    [
      "both come of `pulumi import`",
      [
        ["a", {}, "imported"],
        ["b", {}, "imported"],
      ],
      [],
    ],
    [
      "one more beside those",
      [["a", {}, "imported"], ["b", {}, "imported"], ["c", {}, "stored"], ["d"]],
      ["d"],
    ],
    [
      "one of two that have it is replaced",
      [["a", {}, "stored"], ["b", {}, "stored"], ["b"]],
      ["b"],
    ],
    ["one that has it is replaced first", [["b", {}, "stored"], ["b"], ["a", {}, "stored"]], ["a"]],
    ["checked again, as for its replacement", [["a"], ["a"]], []],
    [
      "replaced, with a fixed name",
      [["a"], ["b", { name: "api" }, "stored"], ["b", { name: "api" }]],
      [],
    ],
    ["in another region", [["a"], ["b", { region: "us" }]], []],
    ["in one that is not known yet", [["a"], ["b", { region: UNKNOWN }]], []],
    ["not known yet", [["a"], ["b", { name: UNKNOWN }]], []],
  ])("%s", (_what, asks, refused) => {
    expect(refusedOf(asks, instance, machine)).toEqual(refused);
  });

  test("not where the spec shows no list of names: that is left to the platform", () => {
    expect(refusedOf([["a"], ["b"]], volume, disk)).toEqual([]);
  });
});
