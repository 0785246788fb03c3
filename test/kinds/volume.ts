import fc from "fast-check";
import { fieldsOf } from "../contract/spec-tables.ts";
import { label, record, region } from "../support/arbitraries.ts";
import type { KindExample } from "../support/kind-example.ts";

export const volume: KindExample = {
  type: "storage:Volume",
  sample: {
    name: "data",
    region: "eu",
    sizeGb: 10,
    filesystem: "ext4",
    allowDataLoss: false,
  },
  other: { name: "other", region: "us", sizeGb: 20, filesystem: "xfs" },
  arbitrary: () =>
    record(
      {
        name: label,
        region,
        sizeGb: fc.integer({ min: 1, max: 10_000 }),
        filesystem: fc.constantFrom("ext4", "xfs", "none"),
        allowDataLoss: fc.boolean(),
      },
      ["region", "sizeGb"],
    ),
  creation: {
    call: "POST /v1/volumes",
    body: { name: "data", region: "eu", size_gb: 10, filesystem: "ext4" },
    id: "vol_1",
    answer: { id: "vol_1" },
  },
  fields: {
    specified: fieldsOf("2.7"),
    elsewhere: [],
  },
};
