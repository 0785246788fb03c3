import type { AlertRuleArgs, FirewallArgs } from "../index.ts";

/** The default alert of an app: its processors. */
export const busy: Readonly<Record<string, AlertRuleArgs>> = {
  cpu: {
    metric: "cpu_percent",
    condition: "gt",
    threshold: 90,
    channels: ["email"],
    cooldownMinutes: 30,
  },
};

/** The default firewall of an app. */
export function openTo(port: number): FirewallArgs {
  return {
    inbound: [{ protocol: "tcp", ports: [String(port)], description: "the app" }],
    outbound: (["tcp", "udp", "icmp"] as const).map((protocol) => ({
      protocol,
      description: `${protocol} to anywhere`,
    })),
  };
}
