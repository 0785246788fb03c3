import { expect, test } from "vitest";
import { imageFormat } from "../../policies/rules/image-format.ts";
import { imageShares } from "../../policies/rules/image-shares.ts";
import { noDataLossOptIn } from "../../policies/rules/no-data-loss-opt-in.ts";
import { noUnattachedVolume } from "../../policies/rules/no-unattached-volume.ts";
import { protectData } from "../../policies/rules/protect-data.ts";
import { volumeFilesystem } from "../../policies/rules/volume-filesystem.ts";
import { volumeSize } from "../../policies/rules/volume-size.ts";
import { notKnown } from "../../policies/view.ts";
import { type Given, problemsOf, resourceOf, unknownOf } from "./decide.ts";

const dataTypes = ["storage:Volume", "storage:PoolVolume", "storage:Bucket"];
const staging = { surroundings: { stack: "staging" } };

function volume(properties: Record<string, unknown>): Given {
  return { type: "storage:Volume", name: "data", properties };
}

test("volumes are within size bounds, and a small one can be made larger in place", () => {
  const config = { minGb: 10, maxGb: 100 };
  const problems = (sizeGb: unknown) => problemsOf(volumeSize, [volume({ sizeGb })], { config });
  expect(problems(9)).toEqual(["data: sizeGb is 9, and allowed are 10 to 100"]);
  expect(problems(101)).toEqual(["data: sizeGb is 101, and allowed are 10 to 100"]);
  expect([10, 100, notKnown].flatMap(problems)).toEqual([]);
  const remedies = [9, 10, 101, notKnown].map((sizeGb) =>
    volumeSize.checks[0]?.remedy?.(resourceOf(volume({ sizeGb })), config, { stack: "", now: 0 }),
  );
  expect(remedies).toEqual([{ sizeGb: 10 }, {}, {}, {}]);
});

test("volumes have a file system, unless none is allowed", () => {
  const problems = (properties: Record<string, unknown>, config = {}) =>
    problemsOf(volumeFilesystem, [volume(properties)], { config });
  expect(problems({})).toEqual(["data: filesystem is not set, and allowed are: ext4, xfs"]);
  expect(problems({ filesystem: "none" })).toEqual([
    'data: filesystem is "none", and allowed are: ext4, xfs',
  ]);
  expect(problems({ filesystem: "none" }, { allowedFilesystems: ["none"] })).toEqual([]);
  expect(problems({ filesystem: "xfs" })).toEqual([]);
  expect(problems({ filesystem: notKnown })).toEqual([]);
});

test("volumes are attached, also to what is not known yet", () => {
  const attachment: Given = {
    type: "storage:VolumeAttachment",
    properties: { volumeId: notKnown, instanceId: notKnown },
    from: { volumeId: ["data"] },
  };
  expect(problemsOf(noUnattachedVolume, [volume({}), attachment])).toEqual([]);
  expect(
    problemsOf(noUnattachedVolume, [volume({}), { ...attachment, from: { volumeId: ["other"] } }]),
  ).toEqual(["data: no VolumeAttachment of the stack names it"]);
});

test.each(dataTypes)(
  "%s: the data-loss opt-in is refused in listed stacks, and can be taken back",
  (type) => {
    const given = { type, name: "data", properties: { allowDataLoss: true } };
    expect(problemsOf(noDataLossOptIn, [given])).toEqual([
      'data: allowDataLoss is true, and stack "prod" does not allow it',
    ]);
    expect(problemsOf(noDataLossOptIn, [given], staging)).toEqual([]);
    expect(problemsOf(noDataLossOptIn, unknownOf([given]))).toEqual([]);
    const config = { stacks: ["prod"] };
    const remedies = ["prod", "dev"].map((stack) =>
      noDataLossOptIn.checks[0]?.remedy?.(resourceOf(given), config, { stack, now: 0 }),
    );
    expect(remedies).toEqual([{ allowDataLoss: false }, {}]);
  },
);

test.each(dataTypes)("%s is protected in listed stacks", (type) => {
  const given = { type, name: "data" };
  expect(problemsOf(protectData, [given])).toEqual([
    'data: protect is not set, and stack "prod" requires it',
  ]);
  expect(problemsOf(protectData, [given], staging)).toEqual([]);
  expect(problemsOf(protectData, [{ ...given, isProtected: true }])).toEqual([]);
});

test("imported images have a recommended format", () => {
  const image = (format: unknown) => ({ type: "compute:ImportedImage", properties: { format } });
  expect(problemsOf(imageFormat, [image("vmdk")])).toEqual([
    'it: format is "vmdk", and allowed are: raw, qcow2',
  ]);
  expect(problemsOf(imageFormat, [image("raw"), image(notKnown)])).toEqual([]);
});

test("images are shared with listed projects, once there is a list", () => {
  const share = (...projectIds: unknown[]) => ({
    type: "compute:ImageShare",
    properties: { projectIds },
  });
  const config = { allowedProjects: ["proj_a"] };
  expect(problemsOf(imageShares, [share("proj_a", "proj_b")], { config })).toEqual([
    'it: projectIds[1] is "proj_b", and allowed are: proj_a',
  ]);
  expect(problemsOf(imageShares, [share("proj_b")], { config: { allowedProjects: [] } })).toEqual([
    'it: projectIds[0] is "proj_b", and allowed are: none',
  ]);
  expect(problemsOf(imageShares, [share("proj_b")])).toEqual([]);
  expect(problemsOf(imageShares, [share(notKnown)], { config })).toEqual([]);
});
