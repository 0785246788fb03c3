import { LoadBalancer } from "../../resources/index.ts";
import { resourceRule } from "../rule.ts";
import { knownItems } from "../view.ts";

export const loadBalancerCertificate = resourceRule(
  {
    name: "load-balancer-certificate",
    topic: "network",
    severity: "high",
    level: "mandatory",
    about: "Every https entry of a load balancer names its certificate.",
    fix: "Set the certificateId of the forwarding rule to the id of a Certificate.",
    settings: {},
  },
  (on) => [
    on(LoadBalancer, ({ properties }) =>
      knownItems(properties.forwardingRules)
        .filter(({ item }) => item.entryProtocol === "https")
        // An empty one is what a state made elsewhere may hold.
        .filter(({ item }) => item.certificateId === undefined || item.certificateId === "")
        .map(({ at }) => `forwardingRules[${at}] is https and has no certificateId`),
    ),
  ],
);
