import fc from "fast-check";
import { record } from "../support/arbitraries.ts";
import type { KindExample } from "../support/kind-example.ts";
import { projectIds } from "../support/prepared-platform.ts";

export const imageShare: KindExample = {
  type: "compute:ImageShare",
  sample: { imageId: "img_1", projectIds: ["proj_1", "proj_2"] },
  other: { imageId: "img_2", projectIds: ["proj_1", "proj_2", "proj_3"] },
  arbitrary: (refs) =>
    record({
      imageId: fc.constant(refs.image),
      projectIds: fc.shuffledSubarray([...projectIds], { minLength: 1 }),
    }),
  creation: {
    call: "POST /v1/images/img_1/share",
    body: { project_ids: ["proj_1", "proj_2"] },
    id: "img_1/share",
    answer: {},
  },
  fields: {
    specified: ["project_ids"],
    // A placeholder of the path (spec 4).
    elsewhere: ["image_id"],
  },
};
