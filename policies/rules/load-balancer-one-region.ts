import { LoadBalancer } from "../../resources/index.ts";
import { regionsApart, sources } from "../facts/joined.ts";
import { stackRule } from "../rule.ts";

export const loadBalancerOneRegion = stackRule(
  {
    name: "load-balancer-one-region",
    topic: "network",
    severity: "medium",
    level: "advisory",
    about: "A load balancer and its backends are in one region.",
    fix: "Use backends in the load balancer's region, or a load balancer per region.",
    settings: {},
  },
  (stack) =>
    stack
      .all(LoadBalancer)
      .flatMap((balancer) =>
        regionsApart(balancer, sources(stack, balancer, "backendInstances"), "its backend"),
      ),
);
