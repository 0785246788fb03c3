import { describe, expect, test } from "vitest";
import type { Definition } from "../../../provider/definition/definition.ts";
import type { Props } from "../../../provider/definition/session.ts";
import { check } from "../../../provider/lifecycle/check.ts";
import { image } from "../../../resources/compute/image.ts";
import { imageShare } from "../../../resources/compute/image-share.ts";
import { instance } from "../../../resources/compute/instance.ts";
import { floatingIpAssignment } from "../../../resources/network/floating-ip-assignment.ts";
import { loadBalancer } from "../../../resources/network/load-balancer.ts";
import { volumeAttachment } from "../../../resources/storage/volume-attachment.ts";
import { declared } from "../../support/session.ts";

function problemsOf(definition: Definition, inputs: Props) {
  const given = { oldInputs: {}, inputs: declared(inputs) };
  return check(definition, { mailEnabled: false, now: 0 }, given).problems;
}

const plain = { entryPort: 80, entryProtocol: "http", targetPort: 80, targetProtocol: "http" };
const secure = { ...plain, entryPort: 443, entryProtocol: "https" };
const healthCheck = { protocol: "tcp", port: 80, interval: 5, timeout: 2, threshold: 3 };
const balanced = { region: "eu", healthCheck };

describe("the id of another kind of object", () => {
  test.each<[Definition, Props]>([
    [volumeAttachment, { volumeId: "inst_1", instanceId: "inst_1" }],
    [volumeAttachment, { volumeId: "vol_1", instanceId: "vol_1" }],
    [floatingIpAssignment, { floatingIpId: "inst_1", instanceId: "inst_1" }],
    [floatingIpAssignment, { floatingIpId: "fip_1", instanceId: "fip_1" }],
    [image, { source: { instanceId: "img_1", snapshot: "before" } }],
    [imageShare, { imageId: "inst_1", projectIds: ["proj_1"] }],
    [imageShare, { imageId: "img_1", projectIds: ["usr_1"] }],
    [instance, { region: "eu", plan: "small", source: { imageId: "vol_1" } }],
    [
      loadBalancer,
      { ...balanced, forwardingRules: [plain], backendInstances: ["inst_1", "vol_1"] },
    ],
    [
      loadBalancer,
      {
        ...balanced,
        forwardingRules: [{ ...secure, certificateId: "key_1" }],
        backendInstances: ["inst_1"],
      },
    ],
  ])("is refused for $type", (definition, inputs) => {
    const reasons = problemsOf(definition, inputs).map(({ reason }) => reason);
    expect(reasons).toEqual([expect.stringMatching(/must be an id like .* of something else$/)]);
  });

  test("is none where the platform's ids have another form", () => {
    expect(problemsOf(volumeAttachment, { volumeId: "4711", instanceId: "i-12" })).toEqual([]);
  });
});
