import { describe, expect, test } from "vitest";
import { UNKNOWN } from "../../../contract/values/unknown.ts";
import type { Definition } from "../../../provider/definition/definition.ts";
import type { Props } from "../../../provider/definition/session.ts";
import { check } from "../../../provider/lifecycle/check.ts";
import { compare, diff } from "../../../provider/lifecycle/diff.ts";
import { container } from "../../../resources/compute/container.ts";
import { imageShare } from "../../../resources/compute/image-share.ts";
import { floatingIp } from "../../../resources/network/floating-ip.ts";
import { loadBalancer } from "../../../resources/network/load-balancer.ts";
import { poolVolume } from "../../../resources/storage/pool-volume.ts";
import { volume } from "../../../resources/storage/volume.ts";
import { volumeAttachment } from "../../../resources/storage/volume-attachment.ts";
import { declared, errorOf, newContext, world } from "../../support/session.ts";
import { samples } from "../../support/session-inputs.ts";

interface Changes {
  readonly inputs?: Props;
  readonly state?: Props;
  readonly id?: string;
  readonly isWanted?: boolean;
}

/** The effect of a change of a class's sample. */
function diffOf(
  definition: Definition,
  { inputs = {}, state = {}, id = "x_1", isWanted = true }: Changes,
) {
  const before = declared(samples[definition.type] ?? {});
  return compare(newContext(), definition, {
    id,
    isWanted,
    state: { ...before, __world: world, ...state },
    inputs: { ...before, ...inputs },
  });
}

const none = { changes: false, replaces: [] };
const updates = { changes: undefined, replaces: [] };
const goesOn = { changes: true, replaces: [] };
const replaces = (...names: readonly string[]) => ({ changes: undefined, replaces: names });
const unfinished = { __unfinished: "it was still booting" };

test.each<[string, Definition, Changes, object]>([
  [
    "a name that was made for it",
    container,
    { inputs: { name: "a-z", __generatedName: true } },
    none,
  ],
  ["outputs and hidden properties", volume, { state: { status: "resizing", __echoes: [] } }, none],
  ["a permission", volume, { inputs: { allowDataLoss: true } }, none],
  [
    "a value that was changed on the platform, put back",
    volume,
    { state: { sizeGb: 8, __drifted: { sizeGb: 10 } } },
    updates,
  ],
  ["the same, taken in", volume, { state: { __drifted: { sizeGb: 8 } } }, goesOn],
  ["an input left out", loadBalancer, { inputs: { algorithm: undefined } }, updates],
  ["one not known inside", loadBalancer, { inputs: { backendInstances: [UNKNOWN] } }, updates],
  ["what is left to be done", volume, { state: unfinished }, goesOn],
  ["the same with a change", volume, { state: unfinished, inputs: { sizeGb: 20 } }, goesOn],
  [
    "the same with a replacement",
    container,
    { state: unfinished, inputs: { image: "debian/14" } },
    { changes: true, replaces: ["image"] },
  ],
  [
    "two inputs that replace",
    container,
    { inputs: { image: "debian/14", profile: "big" } },
    replaces("image", "profile"),
  ],
  ["one left out", container, { inputs: { profile: undefined } }, replaces("profile")],
  [
    "one beside one that updates",
    loadBalancer,
    { inputs: { region: "us", algorithm: "round_robin" } },
    replaces("region"),
  ],
])("%s", (_what, definition, changes, difference) => {
  expect(diffOf(definition, changes)).toMatchObject(difference);
});

const generated = { __generatedName: true };

// Also where nothing changed: an object deleted before its replacement is replaced in any case, and
// its name must not be deleted again.
test.each<[string, Definition, Props, boolean]>([
  ["a container with a fixed name", container, { image: "debian/14" }, true],
  ["with a generated name", container, { image: "debian/14", ...generated }, false],
  ["a load balancer with a fixed name", loadBalancer, { region: "us" }, true],
  ["a volume attachment", volumeAttachment, { instanceId: "inst_2" }, true],
  ["one that the engine replaces", volumeAttachment, {}, true],
  ["a floating IP", floatingIp, { region: "us", allowAddressChange: true }, false],
  ["a share of an image", imageShare, { imageId: "img_2" }, false],
  ["a volume", volume, { region: "us", allowDataLoss: true }, true],
  ["with a generated name", volume, { region: "us", allowDataLoss: true, ...generated }, false],
  ["one that the engine replaces, with a generated name", volume, generated, false],
])("a replacement of %s deletes first: %4$s", (_what, definition, inputs, deletesFirst) => {
  expect(diffOf(definition, { inputs }).deleteBeforeReplace).toBe(deletesFirst);
});

describe("`adopt`", () => {
  test("of the object itself makes a replacement an error", async () => {
    const changes = { id: "web", inputs: { image: "debian/14", adopt: "web" } };
    const error = await errorOf(() => diffOf(container, changes));
    expect(error.code).toBe("input");
    expect(diffOf(container, { ...changes, id: "other" }).replaces).toEqual(["image"]);
    // A refresh must not fail for it.
    expect(diffOf(container, { ...changes, isWanted: false }).replaces).toEqual(["image"]);
  });

  test.each<[string, Props, Props, RegExp | undefined]>([
    ["another object", { adopt: "vol_2" }, {}, /it stays x_1: `adopt`/],
    ["another one since it was made", { adopt: "vol_2" }, { adopt: "vol_2" }, undefined],
    ["the object itself", { adopt: "x_1" }, {}, undefined],
    ["nothing", {}, {}, undefined],
    ["nothing that is known yet", { adopt: UNKNOWN }, {}, undefined],
    ["another one, of what is replaced", { adopt: "vol_2", region: "us" }, {}, undefined],
  ])("of %s", async (_what, inputs, before, says) => {
    const context = newContext();
    const given = declared({ name: "data", region: "eu", sizeGb: 10, allowDataLoss: true });
    const state = { ...given, __world: world, ...before };
    await diff(context, volume, { id: "x_1", state, inputs: { ...given, ...inputs } });
    expect(context.said).toEqual(says === undefined ? [] : [expect.stringMatching(says)]);
  });

  test("is warned of where a value that is not known yet may replace it", async () => {
    const context = newContext();
    const state = { ...declared(samples["storage:VolumeAttachment"] ?? {}), __world: world };
    const inputs = { ...state, volumeId: UNKNOWN, adopt: "x_1" };
    const { replaces } = await diff(context, volumeAttachment, { id: "x_1", state, inputs });
    expect(replaces).toEqual(["volumeId"]);
    expect(context.said.join()).toMatch(/because of volumeId, but `adopt`/);
  });
});

describe("a change that would lose something is refused unless its opt-in is set", () => {
  test.each<[string, Definition, Props]>([
    ["region", volume, { region: "us" }],
    ["name", volume, { name: "other" }],
    ["filesystem", volume, { filesystem: "xfs" }],
    ["filesystem, by its removal", volume, { filesystem: undefined }],
    ["region of a floating IP", floatingIp, { region: "us" }],
    ["pool", poolVolume, { pool: "fast" }],
  ])("%s", async (_what, definition, change) => {
    const [name = ""] = Object.keys(change);
    const { unless = "" } = definition.changes[name] ?? {};
    for (const word of [undefined, false, "true"]) {
      const inputs = { ...change, [unless]: word };
      const error = await errorOf(() => diffOf(definition, { inputs }));
      expect(error.code).toBe("input");
      expect(error.message).toMatch(new RegExp(`${name} cannot change.*${unless}: true`));
    }
    const allowed = { ...change, [unless]: true };
    expect(diffOf(definition, { inputs: allowed }).replaces).toEqual([name]);
    // Neither refused nor replaced while the permission is not known.
    const open = { ...change, [unless]: UNKNOWN };
    expect(diffOf(definition, { inputs: open }).replaces).toEqual([]);
  });

  test.each([{}, { allowDataLoss: true }])("a smaller volume never is (%j)", (allowed) => {
    const oldInputs = { name: "data", region: "eu", sizeGb: 10 };
    const given = { oldInputs, inputs: { ...oldInputs, sizeGb: 9, ...allowed } };
    const { problems } = check(volume, { mailEnabled: false, now: 0 }, given);
    expect(problems).toMatchObject([{ property: "sizeGb" }]);
    expect(diffOf(volume, { inputs: { sizeGb: UNKNOWN } }).replaces).toEqual([]);
  });
});

test.each(["timeouts", "__timeouts"])(
  "%s, which a refresh and a destroy know from the state alone, are stored when they change",
  (name) => {
    const timed = { [name]: { delete: "1h" } };
    expect(diffOf(volume, { inputs: timed }).changes).toBe(true);
    expect(diffOf(volume, { state: timed }).changes).toBe(true);
    expect(diffOf(volume, { state: timed, inputs: timed }).changes).toBe(false);
  },
);
