import fc from "fast-check";
import { fieldsOf } from "../contract/spec-tables.ts";
import { label, port, record, region, text } from "../support/arbitraries.ts";
import type { KindExample } from "../support/kind-example.ts";

export const loadBalancer: KindExample = {
  type: "network:LoadBalancer",
  sample: {
    name: "shop",
    region: "eu",
    forwardingRules: [
      {
        entryPort: 443,
        entryProtocol: "https",
        targetPort: 8080,
        targetProtocol: "http",
        certificateId: "cert_1",
      },
      { entryPort: 80, entryProtocol: "http", targetPort: 8080, targetProtocol: "http" },
    ],
    healthCheck: {
      protocol: "http",
      port: 8080,
      path: "/",
      interval: 10,
      timeout: 5,
      threshold: 3,
    },
    backendInstances: ["inst_1", "inst_2"],
    algorithm: "ip_hash",
  },
  other: {
    name: "other",
    region: "us",
    forwardingRules: [
      { entryPort: 8080, entryProtocol: "http", targetPort: 80, targetProtocol: "http" },
    ],
    healthCheck: { protocol: "tcp", port: 80, interval: 20, timeout: 10, threshold: 5 },
    backendInstances: ["inst_2"],
    algorithm: "least_connections",
  },
  arbitrary: (refs) =>
    record(
      {
        name: label,
        region,
        forwardingRules: forwardingRules(refs.certificate),
        healthCheck: health,
        backendInstances: fc.uniqueArray(fc.constantFrom(...refs.instances), { minLength: 1 }),
        algorithm: fc.constantFrom("round_robin", "least_connections", "ip_hash"),
      },
      ["region", "forwardingRules", "healthCheck", "backendInstances"],
    ),
  creation: {
    call: "POST /v1/load-balancers",
    body: {
      name: "shop",
      region: "eu",
      forwarding_rules: [
        {
          entry_port: 443,
          entry_protocol: "https",
          target_port: 8080,
          target_protocol: "http",
          certificate_id: "cert_1",
        },
        { entry_port: 80, entry_protocol: "http", target_port: 8080, target_protocol: "http" },
      ],
      health_check: {
        protocol: "http",
        port: 8080,
        path: "/",
        interval: 10,
        timeout: 5,
        threshold: 3,
      },
      backend_instances: ["inst_1", "inst_2"],
      algorithm: "ip_hash",
    },
    id: "lb-1",
    answer: { id: "lb-1" },
  },
  fields: {
    specified: fieldsOf("2.9"),
    // spec 2.9 does not show the name of the field.
    elsewhere: ["algorithm"],
  },
};

const health = record(
  {
    protocol: fc.constantFrom("http", "tcp"),
    port,
    path: text,
    interval: fc.integer({ min: 1, max: 300 }),
    timeout: fc.integer({ min: 1, max: 300 }),
    threshold: fc.integer({ min: 1, max: 10 }),
  },
  ["protocol", "port", "interval", "timeout", "threshold"],
);

function forwardingRules(certificate: string) {
  const common = { entryPort: port, targetPort: port, targetProtocol: fc.constant("http") };
  const http = record({ ...common, entryProtocol: fc.constant("http") });
  const https = record({
    ...common,
    entryProtocol: fc.constant("https"),
    certificateId: fc.constant(certificate),
  });
  return fc.uniqueArray(fc.oneof(http, https), {
    selector: (rule) => rule["entryPort"],
    minLength: 1,
    maxLength: 5,
  });
}
