import { Firewall, type InboundRule } from "../../resources/index.ts";
import { listed } from "../facts/match.ts";
import { resourceRule } from "../rule.ts";
import { integers } from "../settings.ts";
import { knownItems, type View } from "../view.ts";

const everywhere = new Set<unknown>(["0.0.0.0/0", "::/0"]);

export const noWorldOpenPorts = resourceRule(
  {
    name: "no-world-open-ports",
    topic: "network",
    severity: "critical",
    level: "mandatory",
    about: "No firewall rule opens admin or database ports to the whole world.",
    fix: "Name the sources that need it, or leave the port out of the rule.",
    settings: {
      ports: integers(
        "Ports that must not be open to everyone.",
        [22, 1433, 2375, 3306, 3389, 5432, 5900, 6379, 9200, 11_211, 27_017],
      ),
    },
  },
  (on) => [
    on(Firewall, ({ properties }, { ports }) =>
      knownItems(properties.inbound)
        .filter(({ item }) => item.protocol !== "icmp" && isOpenToAll(item.sources))
        .flatMap(({ at, item }) => {
          const open = ports.filter((port) => covers(item.ports, port));
          if (open.length === 0) return [];
          return [
            `inbound[${at}] opens ${listed(open)} to every address, and its ports must not be`,
          ];
        }),
    ),
  ],
);

function isOpenToAll(sources: View<InboundRule["sources"]>): boolean {
  if (sources === undefined) return true;
  return knownItems(sources).some(({ item }) => everywhere.has(item));
}

/** A rule without ports is about all of them. */
function covers(ranges: View<InboundRule["ports"]>, port: number): boolean {
  if (ranges === undefined) return true;
  return knownItems(ranges).some(({ item }) => {
    const [first = "", last = first] = item.split("-");
    return Number(first) <= port && port <= Number(last);
  });
}
