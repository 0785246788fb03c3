import fc from "fast-check";
import { ipv4, port, record, word } from "../support/arbitraries.ts";
import type { KindExample } from "../support/kind-example.ts";

export const healthGate: KindExample = {
  type: "monitoring:HealthGate",
  sample: {
    instanceId: "inst_1",
    address: "203.0.113.5",
    probe: { protocol: "http", port: 8080, path: "/healthz", interval: 1, timeout: 2, attempts: 3 },
    drainSeconds: 30,
    triggers: ["inst_1"],
  },
  other: {
    instanceId: "inst_2",
    address: "203.0.113.6",
    probe: { protocol: "tcp", port: 5432 },
    drainSeconds: 10,
    triggers: ["inst_2"],
  },
  arbitrary: (refs) =>
    record(
      {
        instanceId: fc.constantFrom(...refs.instances),
        address: ipv4.map((cidr) => cidr.replace(/\/.*/, "")),
        probe: record(
          {
            protocol: fc.constantFrom("http", "tcp"),
            port,
            path: fc.constantFrom("/", "/healthz"),
            interval: fc.integer({ min: 0, max: 60 }),
            timeout: fc.integer({ min: 1, max: 60 }),
            attempts: fc.integer({ min: 1, max: 9 }),
          },
          ["protocol", "port"],
        ),
        drainSeconds: fc.integer({ min: 0, max: 300 }),
        triggers: fc.array(word),
      },
      ["instanceId", "address", "probe"],
    ),
  // It is nothing on the platform.
  creation: null,
  fields: {
    specified: [],
    // They are sent to the machine itself, as a probe.
    elsewhere: ["instance_id", "address", "probe", "drain_seconds", "triggers"],
  },
};
