import fc from "fast-check";
import { record } from "../support/arbitraries.ts";
import type { KindExample } from "../support/kind-example.ts";

export const volumeAttachment: KindExample = {
  type: "storage:VolumeAttachment",
  sample: { volumeId: "vol_1", instanceId: "inst_1" },
  other: { volumeId: "vol_2", instanceId: "inst_2" },
  arbitrary: (refs) =>
    record({ volumeId: fc.constant(refs.volume), instanceId: fc.constantFrom(...refs.instances) }),
  creation: {
    call: "POST /v1/volumes/vol_1/attach",
    body: { instance_id: "inst_1" },
    id: "vol_1/inst_1",
    answer: {},
  },
  fields: {
    specified: ["instance_id"],
    // A placeholder of the path (spec 4).
    elsewhere: ["volume_id"],
  },
};
