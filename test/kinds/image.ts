import fc from "fast-check";
import { label, record } from "../support/arbitraries.ts";
import type { KindExample } from "../support/kind-example.ts";

export const image: KindExample = {
  type: "compute:Image",
  sample: {
    name: "base",
    source: { type: "snapshot", instanceId: "inst_1", snapshot: "nightly" },
  },
  other: { name: "other", source: { instanceId: "inst_1", snapshot: "weekly" } },
  arbitrary: (refs) =>
    record(
      {
        name: label,
        source: record({ instanceId: fc.constantFrom(...refs.instances), snapshot: label }),
      },
      ["source"],
    ),
  creation: {
    call: "POST /v1/images",
    body: {
      name: "base",
      source: { type: "snapshot", instance_id: "inst_1", snapshot: "nightly" },
    },
    id: "img_1",
    answer: { id: "img_1" },
  },
  fields: {
    specified: ["name", "source"],
    elsewhere: [],
  },
};
