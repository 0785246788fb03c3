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

/** Declares resources one after another, as one run of a program does. */
function program(definition: Definition = instance) {
  const settings = { mailEnabled: false, now: 0, declared: new Declared() };
  return (logicalName: string, inputs: Props, { isStored = false, isImported = false } = {}) => {
    const given = declared(inputs, logicalName);
    // A file of `pulumi import` does not say who declares what it brings.
    const oldInputs = isImported ? inputs : isStored ? given : {};
    return check(definition, settings, { oldInputs, inputs: given }).problems;
  };
}

describe("a name that two resources of a program ask for", () => {
  test("is refused before anything is sent, with the other one", () => {
    const asks = program();
    expect(asks("a", machine)).toEqual([]);
    expect(asks("b", machine)).toEqual([
      {
        property: "name",
        reason: 'name "web" is asked for by instance "a", too: take another name',
      },
    ]);
  });

  test.each([true, false])("is refused where one of them exists: the first, %s", (isFirst) => {
    const asks = program();
    expect(asks("a", machine, { isStored: isFirst })).toEqual([]);
    expect(asks("b", machine, { isStored: !isFirst })).toHaveLength(1);
  });

  test("is no mistake of two that exist, as in an account that was taken over", () => {
    const asks = program();
    asks("a", machine, { isStored: true });
    expect(asks("b", machine, { isStored: true })).toEqual([]);
    expect(asks("c", { ...machine, adopt: "inst_1" })).toHaveLength(0);
  });

  test("is no mistake of two that `pulumi import` brought into the state", () => {
    const asks = program();
    asks("a", machine, { isImported: true });
    expect(asks("b", machine, { isImported: true })).toEqual([]);
    expect(asks("c", machine, { isStored: true })).toEqual([]);
    expect(asks("d", machine)).toHaveLength(1);
  });

  test.each([true, false])(
    "is refused where one of two that have it is replaced, before that one is deleted: the first, %s",
    (isFirst) => {
      const asks = program();
      const other = () => asks("a", machine, { isStored: true });
      if (isFirst) expect(other()).toEqual([]);
      expect(asks("b", machine, { isStored: true })).toEqual([]);
      const again = asks("b", machine);
      expect([...again, ...(isFirst ? [] : other())]).toHaveLength(1);
    },
  );

  test("is one and the same of a resource that is checked again, as for its replacement", () => {
    const asks = program();
    asks("a", machine);
    expect(asks("a", machine)).toEqual([]);
    asks("b", { ...machine, name: "api" }, { isStored: true });
    expect(asks("b", { ...machine, name: "api" })).toEqual([]);
  });

  test("is another one in another region, and may be in one that is not known yet", () => {
    const asks = program();
    asks("a", machine);
    expect(asks("b", { ...machine, region: "us" })).toEqual([]);
    expect(asks("c", { ...machine, region: UNKNOWN })).toEqual([]);
    expect(asks("d", { ...machine, name: UNKNOWN })).toEqual([]);
  });

  test("is left to the platform where the spec shows no list of names", () => {
    const asks = program(volume);
    asks("a", { region: "eu", sizeGb: 10, name: "data" });
    expect(asks("b", { region: "eu", sizeGb: 10, name: "data" })).toEqual([]);
  });
});
