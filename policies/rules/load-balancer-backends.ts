import { LoadBalancer } from "../../resources/index.ts";
import { resourceRule } from "../rule.ts";
import { integer } from "../settings.ts";
import { isKnown, isList } from "../view.ts";

export const loadBalancerBackends = resourceRule(
  {
    name: "load-balancer-backends",
    topic: "network",
    severity: "medium",
    level: "advisory",
    about: "Load balancers have enough different backends to lose one.",
    fix: "Add instances to backendInstances, or lower minBackends.",
    settings: { minBackends: integer("Fewest backends of a load balancer.", 2) },
  },
  (on) => [
    on(LoadBalancer, ({ properties: { backendInstances } }, { minBackends }) => {
      if (!isList(backendInstances)) return [];
      const known = backendInstances.filter(isKnown);
      const count = new Set(known).size + backendInstances.length - known.length;
      if (count >= minBackends) return [];
      return [`backendInstances names ${count}, and minBackends is ${minBackends}`];
    }),
  ],
);
