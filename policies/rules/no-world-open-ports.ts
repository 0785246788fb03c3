import { Firewall, type InboundRule } from "../../resources/index.ts";
import { isEveryone } from "../facts/addresses.ts";
import { listed } from "../facts/match.ts";
import { resourceRule } from "../rule.ts";
import { integer, integers } from "../settings.ts";
import { knownItems, knownTexts, type View } from "../view.ts";

export const noWorldOpenPorts = resourceRule(
  {
    name: "no-world-open-ports",
    topic: "network",
    severity: "critical",
    level: "mandatory",
    about: "No firewall rule opens admin or database ports to the whole internet.",
    fix: "Name the sources that need it, or leave the port out of the rule.",
    settings: {
      ports: integers(
        "Ports that must not be open to everyone.",
        [22, 1433, 2375, 3306, 3389, 5432, 5900, 6379, 9200, 11_211, 27_017],
      ),
      shortestPrefix: integer("Sources with a shorter prefix than this count as everyone.", 8),
    },
  },
  (on) => [
    on(Firewall, ({ properties }, { ports, shortestPrefix }) => [
      ...(properties.raw === undefined
        ? []
        : ["raw is sent instead of rules: it cannot be judged"]),
      ...knownItems(properties.inbound)
        .filter(({ item }) => item.protocol !== "icmp" && isEveryone(item.sources, shortestPrefix))
        .flatMap(({ at, item }) => {
          const open = ports.filter((port) => covers(item.ports, port));
          if (open.length === 0) return [];
          return [
            `inbound[${at}] opens ${listed(open)} to every address, and its ports must not be`,
          ];
        }),
    ]),
  ],
);

/** A rule without ports is about all of them. */
function covers(ranges: View<InboundRule["ports"]>, port: number): boolean {
  if (ranges === undefined) return true;
  return knownTexts(ranges).some((range) => {
    const [first = "", last = first] = range.split("-");
    return Number(first) <= port && port <= Number(last);
  });
}
