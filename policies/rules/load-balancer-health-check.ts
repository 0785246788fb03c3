import { type HealthCheck, LoadBalancer } from "../../resources/index.ts";
import { resourceRule } from "../rule.ts";
import { integer } from "../settings.ts";
import { isKnown, type View } from "../view.ts";

export const loadBalancerHealthCheck = resourceRule(
  {
    name: "load-balancer-health-check",
    topic: "network",
    severity: "medium",
    level: "advisory",
    about: "Health checks notice a failed backend in time, and not by chance.",
    fix: "Change the health check; the bounds are settings of this rule.",
    settings: {
      minThreshold: integer("Fewest probes in a row that decide.", 2),
      maxThreshold: integer("Most probes in a row that decide.", 10),
      maxInterval: integer("Longest interval, in the platform's unit (not shown).", 60),
    },
  },
  (on) => [
    on(LoadBalancer, ({ properties: { healthCheck } }, config) =>
      typeof healthCheck !== "object" || healthCheck === null
        ? []
        : problemsOf(healthCheck, config),
    ),
  ],
);

type Bounds = Readonly<Record<"minThreshold" | "maxThreshold" | "maxInterval", number>>;

function problemsOf(
  { protocol, path, interval, timeout, threshold }: Exclude<View<HealthCheck>, symbol>,
  { minThreshold, maxThreshold, maxInterval }: Bounds,
): readonly string[] {
  const problems: string[] = [];
  if (protocol === "http" && path === undefined)
    problems.push("healthCheck is http without a path");
  if (isKnown(timeout) && isKnown(interval) && timeout >= interval) {
    problems.push(`healthCheck.timeout ${timeout} is not shorter than its interval ${interval}`);
  }
  if (isKnown(interval) && interval > maxInterval) {
    problems.push(`healthCheck.interval is ${interval}, and maxInterval is ${maxInterval}`);
  }
  if (isKnown(threshold) && (threshold < minThreshold || threshold > maxThreshold)) {
    const bounds = `${minThreshold} to ${maxThreshold}`;
    problems.push(`healthCheck.threshold is ${threshold}, and allowed are ${bounds}`);
  }
  return problems;
}
