import fc from "fast-check";
import { ipv4, label, record, settings, text } from "../support/arbitraries.ts";
import type { KindExample } from "../support/kind-example.ts";

export const network: KindExample = {
  type: "network:Network",
  sample: {
    name: "backend",
    description: "between services",
    config: { "ipv4.address": "10.0.0.0/24", "ipv6.address": "none" },
  },
  other: {
    name: "other",
    description: "for guests",
    config: { "ipv4.address": "10.1.0.0/24" },
  },
  arbitrary: () =>
    record(
      {
        name: label,
        description: text,
        config: fc.tuple(settings, ipv4).map(([more, address]) => ({
          ...more,
          "ipv4.address": address,
        })),
      },
      [],
    ),
  creation: {
    call: "POST /api/v1/networks",
    body: {
      name: "backend",
      description: "between services",
      config: { "ipv4.address": "10.0.0.0/24", "ipv6.address": "none" },
    },
    id: "backend",
    answer: {},
  },
  fields: {
    specified: ["name", "description", "config"],
    elsewhere: [],
  },
};
