import fc from "fast-check";
import type { KindExample } from "../support/kind-example.ts";

export const apiKey: KindExample = {
  type: "access:ApiKey",
  sample: { keyId: "key_1" },
  other: { keyId: "key_2" },
  arbitrary: (refs) => fc.constant(0).map(() => ({ keyId: refs.newKey() })),
  // It is taken over, never created.
  creation: null,
  fields: {
    specified: [],
    // A placeholder of the path (spec 4).
    elsewhere: ["key_id"],
  },
};
