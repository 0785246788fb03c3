import { formatDollars, prices } from "../../contract/costs/index.ts";
import { FloatingIpAssignment, LoadBalancer, Server } from "../../resources/index.ts";
import { stackRule } from "../rule.ts";

const price = formatDollars(prices.dedicatedIpv4);

export const dedicatedAddressWithoutNeed = stackRule(
  {
    name: "dedicated-address-without-need",
    topic: "cost",
    severity: "low",
    level: "advisory",
    about: "No server with another public IPv4 address has a dedicated one.",
    fix: 'Use networkAccess "shared", or disable this rule for servers that need both.',
    settings: {},
  },
  (stack) => {
    const reached = new Map(
      [
        ...stack
          .all(LoadBalancer)
          .flatMap((one) =>
            one
              .sourcesOf("backendInstances")
              .map((urn) => [urn, "load balancer", one.name] as const),
          ),
        ...stack
          .all(FloatingIpAssignment)
          .flatMap((one) =>
            one.sourcesOf("instanceId").map((urn) => [urn, "floating IP", one.name] as const),
          ),
      ].map(([urn, kind, name]) => [urn, `${kind} "${name}"`]),
    );
    return stack.all(Server).flatMap((resource) => {
      const other = reached.get(resource.urn);
      if (resource.properties.networkAccess !== "dedicated" || other === undefined) return [];
      return [
        {
          resource,
          problem: `it is reached by ${other} and pays ${price} a month for a dedicated IPv4 address as well`,
        },
      ];
    });
  },
);
