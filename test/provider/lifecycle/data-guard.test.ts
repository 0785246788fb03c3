import { describe, expect, test } from "vitest";
import { UNKNOWN } from "../../../contract/values/unknown.ts";
import type { Props } from "../../../provider/definition/session.ts";
import { check } from "../../../provider/lifecycle/check.ts";
import { diff } from "../../../provider/lifecycle/diff.ts";
import { type ComparisonResult, Declared } from "../../../provider/lifecycle/identity/declared.ts";
import { definitions } from "../../../resources/_registry.ts";
import { floatingIp } from "../../../resources/network/floating-ip.ts";
import { bucket } from "../../../resources/storage/bucket.ts";
import { poolVolume } from "../../../resources/storage/pool-volume.ts";
import { volume } from "../../../resources/storage/volume.ts";
import { declared as given, newContext, world } from "../../support/session.ts";

const data = { region: "eu", sizeGb: 10 };
const bigger = { changes: undefined, replaces: [] };
const same = { changes: false, replaces: [] };

/** One run of the engine: what it asks of a declaration, in its order. */
function newRun(definition: Parameters<typeof check>[0] = volume) {
  const declared = new Declared();
  const settings = { mailEnabled: false, now: 0, declared };
  const ask = (inputs: Props, oldInputs: Props) =>
    check(definition, settings, { oldInputs, inputs: given(inputs) }).problems;
  return {
    checks: (inputs: Props, stored: Props = inputs) => ask(inputs, given(stored)),
    /** As for a create, and as the second time for what is replaced. */
    checksAnew: (inputs: Props) => ask(inputs, {}),
    compares: (inputs: Props, said: ComparisonResult) =>
      declared.noteCompared(definition, given(inputs), said),
  };
}

const refused = [{ reason: expect.stringMatching(/was not replaced.*set allowDataLoss: true/) }];

describe("a replacement that the engine checks with old inputs and then without", () => {
  test.each([
    ["a volume", volume, data, refused],
    ["a pool volume", poolVolume, { size: "10GiB" }, refused],
    ["a bucket", bucket, {}, refused],
    ["a floating IP, which holds no data", floatingIp, { region: "eu" }, []],
  ])("of %s is refused where data would be lost", (_noun, definition, inputs, problems) => {
    const run = newRun(definition);
    expect(run.checks(inputs)).toEqual([]);
    expect(run.checksAnew(inputs)).toEqual(problems);
  });

  test("is refused whatever a refresh compared before", () => {
    const run = newRun();
    run.compares(data, same);
    run.checks(data);
    expect(run.checksAnew(data)).toEqual(refused);
  });

  test.each<[string, Props, ComparisonResult | undefined, readonly unknown[]]>([
    ["the comparison says that an update is enough", { ...data, sizeGb: 20 }, bigger, refused],
    ["it is allowed", { ...data, allowDataLoss: true }, undefined, []],
    ["it is not known yet whether it is", { ...data, allowDataLoss: UNKNOWN }, undefined, []],
    ["the comparison asks for it", data, { ...bigger, replaces: ["region"] }, []],
    ["an unresolved create is settled", data, { ...bigger, replaces: ["adopt"] }, []],
    ["nothing differs, so that the old one is deleted already", data, same, []],
  ])("where %s", (_where, inputs, compared, problems) => {
    const run = newRun();
    run.checks(inputs, data);
    if (compared !== undefined) run.compares(inputs, compared);
    expect(run.checksAnew(inputs)).toEqual(problems);
  });
});

test("the comparison that the engine asks for is the one that counts", async () => {
  const context = newContext();
  const settings = { mailEnabled: false, now: 0, declared: context.declared };
  const inputs = given({ name: "data", ...data });
  const state = { ...inputs, __world: world };
  check(volume, settings, { oldInputs: state, inputs });
  await diff(context, volume, { id: "vol_1", state, inputs });
  expect(check(volume, settings, { oldInputs: {}, inputs }).problems).toEqual([]);
});

test("a create is not refused, and so neither is `--replace`, which looks like one", () => {
  expect(newRun().checksAnew(data)).toEqual([]);
});

test("a new volume in the place that an alias left is a create", () => {
  const settings = { mailEnabled: false, now: 0, declared: new Declared() };
  const old = given(data, "a");
  check(volume, settings, { oldInputs: old, inputs: given(data, "b") });
  expect(check(volume, settings, { oldInputs: {}, inputs: old }).problems).toEqual([]);
});

test("every class that holds data has the permission that the refusal names, and no other class", () => {
  for (const { type, holds, inputs } of definitions.values())
    expect("allowDataLoss" in inputs.shape, type).toBe(holds?.includes("data") === true);
});
