import { Firewall } from "../../resources/index.ts";
import { machinesIn, namesOf } from "../facts/machines.ts";
import { stackRule } from "../rule.ts";
import { flag } from "../settings.ts";
import { notKnown } from "../view.ts";

export const firewallWithPublicIpv6 = stackRule(
  {
    name: "firewall-with-public-ipv6",
    topic: "network",
    severity: "high",
    level: "advisory",
    about:
      "A stack whose machines have public IPv6 addresses has a firewall that is confirmed to be attached.",
    fix: "Declare a Firewall, attach it to the machines in the console, and confirm that by an exception for it with a reason.",
    settings: {
      countNew: flag(
        "Whether a machine counts whose addresses are not known before it is made; the platform gives one wherever its region has IPv6.",
        true,
      ),
    },
  },
  (stack, { countNew }) => {
    const open = machinesIn(stack).filter(({ properties: { ipv6Addresses } }) =>
      Array.isArray(ipv6Addresses)
        ? ipv6Addresses.length > 0
        : countNew && (ipv6Addresses === undefined || ipv6Addresses === notKnown),
    );
    if (open.length === 0) return [];
    const names = namesOf(open);
    const firewalls = stack.all(Firewall);
    if (firewalls.length === 0)
      return [{ problem: `no Firewall is declared, and public IPv6 reaches ${names} unfiltered` }];
    // The API attaches none (spec 2.5), and shows of none what it is attached to.
    const problem = `it filters nothing until it is attached in the console, which nothing here can check, and public IPv6 reaches ${names}`;
    return firewalls.map((resource) => ({ resource, problem }));
  },
);
