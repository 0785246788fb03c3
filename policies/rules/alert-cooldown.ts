import { AlertRule } from "../../resources/index.ts";
import { resourceRule } from "../rule.ts";
import { integer } from "../settings.ts";

export const alertCooldown = resourceRule(
  {
    name: "alert-cooldown",
    topic: "reliability",
    severity: "low",
    level: "advisory",
    about: "Alerts neither flood nor stay silent for long.",
    fix: "Set cooldownMinutes within the bounds.",
    settings: {
      minMinutes: integer("Shortest cooldown in minutes.", 1),
      maxMinutes: integer("Longest cooldown in minutes.", 240),
    },
  },
  (on) => [
    on(AlertRule, ({ properties: { cooldownMinutes: given } }, { minMinutes, maxMinutes }) =>
      typeof given === "number" && (given < minMinutes || given > maxMinutes)
        ? [`cooldownMinutes is ${given}, and allowed are ${minMinutes} to ${maxMinutes}`]
        : [],
    ),
  ],
);
