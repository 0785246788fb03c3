import fc from "fast-check";
import { cidr, label, port, range, record, text } from "../support/arbitraries.ts";
import type { KindExample } from "../support/kind-example.ts";

export const firewall: KindExample = {
  type: "network:Firewall",
  sample: {
    name: "edge",
    inbound: [
      { protocol: "tcp", ports: ["443", "8000-8100"], sources: ["10.0.0.0/8"], description: "web" },
    ],
    outbound: [{ protocol: "udp", destinations: ["2001:db8::/32"] }],
  },
  other: {
    name: "other",
    inbound: [],
    outbound: [{ protocol: "icmp" }],
    raw: { default_action: "drop" },
  },
  arbitrary: () =>
    record({ name: label, inbound: rules("sources"), outbound: rules("destinations") }, [
      "inbound",
      "outbound",
    ]),
  creation: {
    call: "POST /api/v1/firewalls",
    body: {
      name: "edge",
      inbound: [
        {
          protocol: "tcp",
          ports: ["443", "8000-8100"],
          sources: ["10.0.0.0/8"],
          description: "web",
        },
      ],
      outbound: [{ protocol: "udp", destinations: ["2001:db8::/32"] }],
    },
    id: "edge",
    answer: {},
  },
  fields: {
    specified: [],
    // The payload is not shown (spec 4 note 2).
    elsewhere: ["name", "inbound", "outbound", "raw"],
  },
};

function rules(side: "sources" | "destinations") {
  const ports = fc.array(fc.oneof(port.map(String), range), { minLength: 1, maxLength: 3 });
  const common = { [side]: fc.array(cidr, { minLength: 1, maxLength: 3 }), description: text };
  const open = { ...common, ports, protocol: fc.constantFrom("tcp", "udp") };
  const closed = { ...common, protocol: fc.constant("icmp") };
  return fc.array(fc.oneof(record(open, ["protocol"]), record(closed, ["protocol"])), {
    maxLength: 4,
  });
}
