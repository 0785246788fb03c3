import { describe, expect, test } from "vitest";
import { UNKNOWN } from "../../../../contract/values/unknown.ts";
import type { Definition } from "../../../../provider/definition/definition.ts";
import type { Props } from "../../../../provider/definition/session.ts";
import { check } from "../../../../provider/lifecycle/check.ts";
import { compare } from "../../../../provider/lifecycle/diff.ts";
import { floatingIp } from "../../../../resources/network/floating-ip.ts";
import { volume } from "../../../../resources/storage/volume.ts";
import { declared, errorOf, newContext, world } from "../../../support/session.ts";

const volumeState = { name: "data", region: "eu", sizeGb: 10, filesystem: "ext4" };

function diffOf(definition: Definition, state: Props, inputs: Props) {
  return compare(newContext(), definition, {
    id: "x_1",
    state: { ...declared(state), __world: world },
    inputs: declared({ ...state, ...inputs }),
  });
}

describe("a change that would lose something", () => {
  test.each<[string, Props, string]>([
    ["region", { region: "us" }, 'region cannot change from "eu" to "us"'],
    ["name", { name: "other" }, 'name cannot change from "data" to "other"'],
    ["filesystem", { filesystem: "xfs" }, 'filesystem cannot change from "ext4" to "xfs"'],
    [
      "filesystem, by its removal",
      { filesystem: undefined },
      'filesystem cannot change from "ext4" to nothing',
    ],
  ])("is refused: %s of a volume", async (_what, inputs, problem) => {
    const error = await errorOf(() => diffOf(volume, volumeState, inputs));
    expect(error.code).toBe("input");
    expect(error.message).toContain(`volume "main" was not changed: ${problem}`);
    expect(error.message).toContain(
      "without replacing it, which loses its data. Undo the change, or set allowDataLoss: true to allow it.",
    );
  });

  test("is refused: region of a floating IP", async () => {
    const error = await errorOf(() => diffOf(floatingIp, { region: "eu" }, { region: "us" }));
    expect(error.message).toBe(
      'floating IP "main" was not changed: region cannot change from "eu" to "us" without replacing it, which gives up its address. Undo the change, or set allowAddressChange: true to allow it.',
    );
  });

  test("replaces once it is allowed", () => {
    const inputs = { region: "us", filesystem: "xfs", allowDataLoss: true };
    expect(diffOf(volume, volumeState, inputs).replaces).toEqual(["region", "filesystem"]);
  });

  test.each([false, undefined, "true"])("is not allowed by %j", async (allowDataLoss) => {
    const work = () => diffOf(volume, volumeState, { region: "us", allowDataLoss });
    expect((await errorOf(work)).code).toBe("input");
  });

  test("is neither refused nor replaced while the permission is not known", () => {
    const inputs = { region: "us", allowDataLoss: UNKNOWN };
    expect(diffOf(volume, volumeState, inputs)).toMatchObject({ replaces: [] });
  });
});

describe("a volume", () => {
  test("grows in place", () => {
    expect(diffOf(volume, volumeState, { sizeGb: 11 }).replaces).toEqual([]);
  });

  test.each([{}, { allowDataLoss: true }])("never shrinks, whatever is allowed (%j)", (allowed) => {
    const given = { oldInputs: volumeState, inputs: { ...volumeState, sizeGb: 9, ...allowed } };
    expect(check(volume, { mailEnabled: false, now: 0 }, given).problems).toEqual([
      {
        property: "sizeGb",
        reason: "sizeGb is 9, but the volume already has 10; volumes only grow. Keep 10 or more.",
      },
    ]);
  });

  test("keeps its size without a word", () => {
    const given = { oldInputs: volumeState, inputs: volumeState };
    expect(check(volume, { mailEnabled: false, now: 0 }, given).problems).toEqual([]);
  });

  test("may shrink or grow while its new size is not known", () => {
    expect(diffOf(volume, volumeState, { sizeGb: UNKNOWN }).replaces).toEqual([]);
  });
});
