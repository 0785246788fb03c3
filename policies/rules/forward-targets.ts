import { PortForward } from "../../resources/index.ts";
import { listed } from "../facts/match.ts";
import { resourceRule } from "../rule.ts";
import { integers } from "../settings.ts";

export const forwardTargets = resourceRule(
  {
    name: "forward-targets",
    topic: "network",
    severity: "high",
    level: "advisory",
    about: "No port forward leads to a port that must stay private.",
    fix: "Reach it over a private network or ssh instead, or take the port off deniedPorts.",
    settings: {
      deniedPorts: integers(
        "Target ports that must not be forwarded.",
        [25, 1433, 2375, 3306, 3389, 5432, 6379, 9200, 11_211, 27_017],
      ),
    },
  },
  (on) => [
    on(PortForward, ({ properties: { targetPort } }, { deniedPorts }) =>
      typeof targetPort === "number" && deniedPorts.includes(targetPort)
        ? [`targetPort is ${targetPort}, and deniedPorts are: ${listed(deniedPorts)}`]
        : [],
    ),
  ],
);
