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

const nothing = { changes: false, replaces: [] };
const updates = { changes: undefined, replaces: [] };

interface Changes {
  readonly inputs?: Props;
  readonly state?: Props;
  readonly id?: string;
  readonly context?: Parameters<typeof newContext>[1];
}

/** What a change of the sample of a class means. */
function diffOf(definition: Definition, { inputs = {}, state = {}, id = "x_1", context }: Changes) {
  const before = declared(samples[definition.type] ?? {});
  return compare(newContext([], context), definition, {
    id,
    state: { ...before, __world: world, ...state },
    inputs: { ...before, ...inputs },
  });
}

describe("no change", () => {
  test.each<[string, Definition, Props]>([
    ["another spelling of the same size", container, { memoryLimit: "2048MiB" }],
    ["another order of a set", loadBalancer, { backendInstances: ["inst_2", "inst_1"] }],
    ["a name that was made for it", container, { name: "web-zzzzzzzz", __generatedName: true }],
  ])("is made by %s", (_what, definition, inputs) => {
    expect(diffOf(definition, { inputs })).toMatchObject(nothing);
  });

  test("is made by what the platform says beyond the inputs", () => {
    const state = {
      status: "resizing",
      __routes: { "GET /v1/volumes/{volume_id}": "works" },
      __echoes: ["name"],
    };
    expect(diffOf(volume, { state })).toMatchObject(nothing);
  });
});

describe("an update", () => {
  test.each<[string, Definition, Props]>([
    ["algorithm", loadBalancer, { algorithm: undefined }],
    ["one that is not known yet inside", loadBalancer, { backendInstances: [UNKNOWN] }],
  ])(
    "is what changing %s means, and the engine compares the inputs",
    (_what, definition, inputs) => {
      expect(diffOf(definition, { inputs })).toMatchObject(updates);
    },
  );

  test("is what is left to be done after a partial failure", () => {
    const state = { __unfinished: "it was still booting" };
    expect(diffOf(volume, { state })).toMatchObject({ ...nothing, changes: true });
    expect(diffOf(volume, { state, inputs: { sizeGb: 20 } })).toMatchObject({
      ...nothing,
      changes: true,
    });
  });
});

describe("a replacement", () => {
  test.each<[string, Definition, Props, readonly string[]]>([
    ["image and profile", container, { image: "debian/14", profile: "big" }, ["image", "profile"]],
    ["profile, by its removal", container, { profile: undefined }, ["profile"]],
    ["both kinds of inputs", container, { image: "debian/14", desiredState: "stopped" }, ["image"]],
    ["region", loadBalancer, { region: "us", algorithm: "round_robin" }, ["region"]],
  ])(
    "is what changing %s means, with the inputs that cause it",
    (_what, definition, inputs, replaces) => {
      expect(diffOf(definition, { inputs })).toMatchObject({ changes: undefined, replaces });
    },
  );

  test("comes with what is left to be done", () => {
    const changes = { inputs: { image: "debian/14" }, state: { __unfinished: "booting" } };
    expect(diffOf(container, changes)).toMatchObject({ changes: true, replaces: ["image"] });
  });

  test.each<[string, Definition, Props, boolean]>([
    ["a container with a name of its own", container, { image: "debian/14" }, true],
    [
      "a container with a generated name",
      container,
      { image: "debian/14", __generatedName: true },
      false,
    ],
    ["a load balancer with a name of its own", loadBalancer, { region: "us" }, true],
    ["a volume attachment", volumeAttachment, { instanceId: "inst_2" }, true],
    ["a floating IP", floatingIp, { region: "us", allowAddressChange: true }, false],
    ["a share of an image", imageShare, { imageId: "img_2" }, false],
    ["a volume with a name of its own", volume, { region: "us", allowDataLoss: true }, true],
    [
      "a volume with a generated name",
      volume,
      { region: "us", allowDataLoss: true, __generatedName: true },
      false,
    ],
  ])("of %s deletes first: %4$s", (_what, definition, inputs, deletesFirst) => {
    expect(diffOf(definition, { inputs }).deleteBeforeReplace).toBe(deletesFirst);
  });

  test("because of a value that is not known yet may be one of an adopted object", async () => {
    const context = newContext();
    const state = { ...declared(samples["storage:VolumeAttachment"] ?? {}), __world: world };
    const inputs = { ...state, volumeId: UNKNOWN, adopt: "x_1" };
    const work = { id: "x_1", state, inputs };
    expect((await diff(context, volumeAttachment, work)).replaces).toEqual(["volumeId"]);
    expect(context.said.join()).toContain("it may be replaced because of volumeId, but `adopt`");
  });

  // What was deleted to make room is replaced in any case, and its name must not be deleted again.
  test("that the engine decides on keeps the order, also where nothing changed", () => {
    expect(diffOf(volumeAttachment, {})).toMatchObject({ ...nothing, deleteBeforeReplace: true });
    const generated = { inputs: { __generatedName: true } };
    expect(diffOf(volume, generated)).toMatchObject({ ...nothing, deleteBeforeReplace: false });
  });

  test("is an error while adopt names the object itself", async () => {
    const changes = { id: "web", inputs: { image: "debian/14", adopt: "web" } };
    const error = await errorOf(() => diffOf(container, changes));
    expect(error.code).toBe("input");
    expect(diffOf(container, { ...changes, id: "other" }).replaces).toEqual(["image"]);
  });
});

describe("an update for which the platform has no route", () => {
  const inputs = { backendInstances: ["inst_1"], algorithm: "round_robin" };
  const replaced = { changes: undefined, replaces: ["backendInstances", "algorithm"] };

  test("is tried as long as nothing is known", () => {
    expect(diffOf(loadBalancer, { inputs }).replaces).toEqual([]);
    const state = { __routes: { "GET /v1/load-balancers/{id}": "none" } };
    expect(diffOf(loadBalancer, { inputs, state }).replaces).toEqual([]);
  });

  test("is a replacement once that was learned", () => {
    const state = { __routes: { "PATCH /v1/load-balancers/{id}": "none" } };
    expect(diffOf(loadBalancer, { inputs, state })).toMatchObject(replaced);
  });

  test('is a replacement where the route is assumed to be "none"', () => {
    const context = { assumptions: { "routes.loadBalancer.update": "none" } };
    expect(diffOf(loadBalancer, { inputs, context })).toMatchObject(replaced);
  });
});

describe("a change that would lose something", () => {
  test.each<[string, Definition, Props]>([
    ["region", volume, { region: "us" }],
    ["name", volume, { name: "other" }],
    ["filesystem", volume, { filesystem: "xfs" }],
    ["filesystem, by its removal", volume, { filesystem: undefined }],
    ["region", floatingIp, { region: "us" }],
    ["pool", poolVolume, { pool: "fast" }],
  ])("is refused unless its opt-in is set: %s", async (_what, definition, change) => {
    const [name = ""] = Object.keys(change);
    const { unless = "" } = definition.changes[name] ?? {};
    const refused = { ...change, [unless]: undefined };
    const error = await errorOf(() => diffOf(definition, { inputs: refused }));
    expect(error.code).toBe("input");
    expect(error.message).toContain(`was not changed: ${name} cannot change from `);
    expect(error.message).toContain(`set ${unless}: true to allow it.`);
    for (const word of [false, "true"]) {
      const inputs = { ...change, [unless]: word };
      expect((await errorOf(() => diffOf(definition, { inputs }))).code).toBe("input");
    }
    const allowed = { ...change, [unless]: true };
    expect(diffOf(definition, { inputs: allowed }).replaces).toEqual([name]);
    // Neither refused nor replaced while the permission is not known.
    const open = { ...change, [unless]: UNKNOWN };
    expect(diffOf(definition, { inputs: open }).replaces).toEqual([]);
  });

  test.each([{}, { allowDataLoss: true }])("is never to shrink a volume (%j)", (allowed) => {
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
