import fc from "fast-check";
import { record, region } from "../support/arbitraries.ts";
import type { KindExample } from "../support/kind-example.ts";

export const floatingIp: KindExample = {
  type: "network:FloatingIp",
  sample: { region: "eu", allowAddressChange: true },
  other: { region: "us" },
  arbitrary: () => record({ region, allowAddressChange: fc.boolean() }, ["region"]),
  creation: {
    call: "POST /v1/floating-ips",
    body: { region: "eu" },
    id: "fip_1",
    answer: { id: "fip_1" },
  },
  fields: {
    specified: ["region"],
    elsewhere: [],
  },
};
