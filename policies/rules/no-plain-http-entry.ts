import { LoadBalancer } from "../../resources/index.ts";
import { listed } from "../facts/match.ts";
import { resourceRule } from "../rule.ts";
import { integers } from "../settings.ts";
import { isKnown, knownItems } from "../view.ts";

export const noPlainHttpEntry = resourceRule(
  {
    name: "no-plain-http-entry",
    topic: "network",
    severity: "medium",
    level: "advisory",
    about: "Load balancers take http without TLS on listed ports only.",
    fix: "Make the entry https, or add its port to allowedPorts.",
    settings: { allowedPorts: integers("Entry ports that may be plain http.", []) },
  },
  (on) => [
    on(LoadBalancer, ({ properties }, { allowedPorts }) =>
      knownItems(properties.forwardingRules)
        .filter(({ item }) => item.entryProtocol === "http" && isKnown(item.entryPort))
        .filter(({ item }) => !allowedPorts.some((port) => port === item.entryPort))
        .map(
          ({ at, item }) =>
            `forwardingRules[${at}] is plain http on entryPort ${String(item.entryPort)}, and allowedPorts are: ${listed(allowedPorts)}`,
        ),
    ),
  ],
);
