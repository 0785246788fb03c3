import fc from "fast-check";
import { fieldsOf } from "../contract/spec-tables.ts";
import { label, record, region, word } from "../support/arbitraries.ts";
import type { KindExample } from "../support/kind-example.ts";

export const instance: KindExample = {
  type: "compute:Instance",
  sample: {
    name: "web",
    region: "eu",
    plan: "small",
    source: { imageId: "img_1" },
    desiredState: "running",
    restartTriggers: ["config v1"],
  },
  other: {
    name: "api",
    region: "us",
    plan: "large",
    image: "debian/14",
    source: { imageId: "img_2" },
    desiredState: "stopped",
    restartTriggers: ["config v2"],
  },
  arbitrary: (refs) =>
    record(
      {
        name: label,
        region,
        plan: word,
        source: record({ imageId: fc.constant(refs.image) }),
        desiredState: fc.constantFrom("running", "stopped"),
        restartTriggers: fc.array(word, { maxLength: 2 }),
      },
      ["region", "plan", "source"],
    ),
  creation: {
    call: "POST /v1/instances",
    body: {
      name: "web",
      region: "eu",
      plan: "small",
      source: { type: "image", image_id: "img_1" },
    },
    id: "inst_1",
    answer: { id: "inst_1" },
  },
  fields: {
    specified: fieldsOf("2.2"),
    // The action endpoint, which is assumed (spec 4 note 4).
    elsewhere: ["desired_state", "restart_triggers"],
  },
};
