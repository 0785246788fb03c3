import { Server } from "../../resources/index.ts";
import { listed, matchesAny } from "../facts/match.ts";
import { resourceRule } from "../rule.ts";
import { texts } from "../settings.ts";

export const dedicatedIpv4 = resourceRule(
  {
    name: "dedicated-ipv4",
    topic: "network",
    severity: "medium",
    level: "advisory",
    about: "Only listed servers have a dedicated IPv4 address.",
    fix: 'Use networkAccess "shared", or add the server to allowedServers.',
    settings: {
      allowedServers: texts(
        "Logical names that may have a dedicated address; `*` is any text.",
        [],
      ),
    },
  },
  (on) => [
    on(Server, ({ name, properties: { networkAccess } }, { allowedServers }) =>
      networkAccess === "dedicated" && !matchesAny(name, allowedServers)
        ? [`networkAccess is "dedicated", and allowedServers are: ${listed(allowedServers)}`]
        : [],
    ),
  ],
);
