import { Firewall } from "../../resources/index.ts";
import { machinesIn } from "../facts/machines.ts";
import { stackRule } from "../rule.ts";
import { flag } from "../settings.ts";
import { notKnown } from "../view.ts";

export const firewallWithPublicIpv6 = stackRule(
  {
    name: "firewall-with-public-ipv6",
    topic: "network",
    severity: "high",
    level: "advisory",
    about: "A stack whose machines have public IPv6 addresses has a firewall.",
    fix: "Declare a Firewall: nothing else filters traffic to a public IPv6 address.",
    settings: {
      countNew: flag(
        "Whether a machine counts whose addresses are not known before it is made; the platform gives one wherever its region has IPv6.",
        true,
      ),
    },
  },
  (stack, { countNew }) => {
    if (stack.all(Firewall).length > 0) return [];
    const open = machinesIn(stack).filter(({ properties: { ipv6Addresses } }) =>
      Array.isArray(ipv6Addresses)
        ? ipv6Addresses.length > 0
        : countNew && (ipv6Addresses === undefined || ipv6Addresses === notKnown),
    );
    const names = open.map(({ name }) => `"${name}"`).join(", ");
    if (open.length === 0) return [];
    return [{ problem: `no Firewall is declared, and public IPv6 reaches ${names} unfiltered` }];
  },
);
