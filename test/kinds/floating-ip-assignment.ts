import fc from "fast-check";
import { record } from "../support/arbitraries.ts";
import type { KindExample } from "../support/kind-example.ts";

export const floatingIpAssignment: KindExample = {
  type: "network:FloatingIpAssignment",
  sample: { floatingIpId: "fip_1", instanceId: "inst_1" },
  other: { floatingIpId: "fip_2", instanceId: "inst_2" },
  arbitrary: (refs) =>
    record({
      floatingIpId: fc.constant(refs.floatingIp),
      instanceId: fc.constantFrom(...refs.instances),
    }),
  creation: {
    call: "POST /v1/floating-ips/fip_1/assign",
    body: { instance_id: "inst_1" },
    id: "fip_1",
    answer: {},
  },
  fields: {
    specified: ["instance_id"],
    // A placeholder of the path (spec 4).
    elsewhere: ["floating_ip_id"],
  },
};
