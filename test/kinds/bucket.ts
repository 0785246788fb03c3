import fc from "fast-check";
import { record, segment } from "../support/arbitraries.ts";
import type { KindExample } from "../support/kind-example.ts";

export const bucket: KindExample = {
  type: "storage:Bucket",
  sample: { name: "files", raw: { versioned: true }, allowDataLoss: false },
  other: { name: "other", raw: { versioned: false } },
  arbitrary: () => record({ name: segment, allowDataLoss: fc.boolean() }, []),
  creation: {
    call: "POST /api/v1/storage/buckets",
    body: { name: "files", versioned: true },
    id: "files",
    answer: {},
  },
  fields: {
    specified: [],
    // The payload is not shown (spec 4 note 3).
    elsewhere: ["name", "raw"],
  },
};
