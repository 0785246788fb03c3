import { LoadBalancer } from "../../resources/index.ts";
import { resourceRule } from "../rule.ts";
import { isKnown, isList, knownItems } from "../view.ts";

export const httpsOnLoadBalancers = resourceRule(
  {
    name: "https-on-load-balancers",
    topic: "network",
    severity: "high",
    level: "advisory",
    about: "Every load balancer has an https entry.",
    fix: "Add a forwarding rule with entryProtocol https and a certificateId; of a LoadBalancedApp, set certificate.",
    settings: {},
  },
  (on) => [
    on(LoadBalancer, ({ properties: { forwardingRules } }) => {
      if (!isList(forwardingRules)) return [];
      const rules = knownItems(forwardingRules);
      const mayBeHttps =
        rules.length < forwardingRules.length ||
        rules.some(({ item }) => !isKnown(item.entryProtocol) || item.entryProtocol === "https");
      return mayBeHttps ? [] : ["no forwarding rule has entryProtocol https, and one must"];
    }),
  ],
);
