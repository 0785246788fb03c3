import fc from "fast-check";
import { fieldsOf } from "../contract/spec-tables.ts";
import { port, record, text } from "../support/arbitraries.ts";
import type { KindExample } from "../support/kind-example.ts";

export const portForward: KindExample = {
  type: "compute:PortForward",
  sample: {
    instanceName: "host",
    protocol: "tcp",
    publicPort: 20_001,
    targetPort: 8080,
    description: "api",
  },
  other: {
    instanceName: "other",
    protocol: "udp",
    publicPort: 20_002,
    targetPort: 8081,
    description: "metrics",
  },
  arbitrary: (refs) =>
    record(
      {
        instanceName: fc.constant(refs.container),
        protocol: fc.constantFrom("tcp", "udp"),
        publicPort: fc.constantFrom(...refs.publicPorts),
        targetPort: port.filter((target) => target !== 25),
        description: text,
      },
      ["instanceName", "protocol", "publicPort", "targetPort"],
    ),
  creation: {
    call: "POST /api/v1/instances/host/ports",
    body: { protocol: "tcp", public_port: 20_001, target_port: 8080, description: "api" },
    id: "host/tcp/20001",
    answer: {},
  },
  fields: {
    specified: fieldsOf("2.4"),
    // A placeholder of the path (spec 4).
    elsewhere: ["instance_name"],
  },
};
