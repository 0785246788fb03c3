import { AlertRule } from "../../resources/index.ts";
import { machinesIn } from "../facts/machines.ts";
import { stackRule } from "../rule.ts";

export const alertRulePresent = stackRule(
  {
    name: "alert-rule-present",
    topic: "reliability",
    severity: "medium",
    level: "advisory",
    about: "A stack with machines has an alert rule.",
    fix: "Declare an AlertRule, for example on cpu_percent.",
    settings: {},
  },
  (stack) => {
    const count = machinesIn(stack).length;
    if (count === 0 || stack.all(AlertRule).length > 0) return [];
    return [{ problem: `it has machines (${count}) and no alert rule, and needs 1` }];
  },
);
