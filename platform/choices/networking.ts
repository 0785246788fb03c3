import type { ChoiceTable } from "./choice.ts";

/** Networks, firewalls, load balancers and certificates. */
export const networkingChoices = {
  "networks.configValues": {
    spec: "2.5",
    open: "what the values of a network's config are: any JSON, or strings",
    values: ["any", "strings"],
    ours: "any",
    strict: "strings",
    strange: "strings",
  },
  "networks.configAdditions": {
    spec: "2.5",
    open: "whether the platform adds keys such as `ipv4.nat` to a network's config",
    values: [false, true],
    ours: false,
    strict: false,
    strange: true,
  },
  "firewalls.rules": {
    spec: "2.5, 4 note 2",
    open: "what a firewall rule is: protocol, ports and ranges that are checked, or any object",
    values: ["checked", "any"],
    ours: "checked",
    strict: "checked",
    strange: "any",
  },
  "loadBalancers.protocols": {
    spec: "2.9",
    open: "which protocols of rules there are: the ones shown, or tcp and https targets as well",
    values: ["shown", "more"],
    ours: "shown",
    strict: "shown",
    strange: "more",
  },
  "loadBalancers.httpsWithoutCertificate": {
    spec: "2.9",
    open: "whether an https entry can do without a certificate_id, which is optional",
    values: ["refuse", "allow"],
    ours: "refuse",
    strict: "refuse",
    strange: "allow",
  },
  "loadBalancers.certificateElsewhere": {
    spec: "2.9",
    open: "whether an entry that is not https takes a certificate_id",
    values: ["refuse", "allow"],
    ours: "refuse",
    strict: "refuse",
    strange: "allow",
  },
  "loadBalancers.healthCheck": {
    spec: "2.9",
    open: "whether a health check needs interval, timeout and threshold or has 10, 5 and 3 without them",
    values: ["whole", "defaults"],
    ours: "whole",
    strict: "whole",
    strange: "defaults",
  },
  "certificates.answer": {
    spec: "2.9, 4 note 1",
    open: "whether a certificate's answer holds its PEM text or only a fingerprint",
    values: ["pem", "fingerprint"],
    ours: "pem",
    strict: "pem",
    strange: "fingerprint",
  },
} as const satisfies ChoiceTable;
