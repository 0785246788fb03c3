import { AlertRule } from "../../resources/index.ts";
import { machinesIn, namesOf } from "../facts/machines.ts";
import { stackRule } from "../rule.ts";

export const alertRulePresent = stackRule(
  {
    name: "alert-rule-present",
    topic: "reliability",
    severity: "medium",
    level: "advisory",
    about: "A stack with machines has an alert rule that is confirmed to watch them.",
    fix: "Declare an AlertRule, for example on cpu_percent, bind it to the machines in the console, and confirm that by an exception for it with a reason.",
    settings: {},
  },
  (stack) => {
    const machines = machinesIn(stack);
    if (machines.length === 0) return [];
    const rules = stack.all(AlertRule);
    if (rules.length === 0)
      return [{ problem: `it has machines (${machines.length}) and no alert rule, and needs 1` }];
    // The API binds none to machines (spec 2.10), and shows of none what it watches.
    const problem = `it watches no machine until it is bound in the console, which nothing here can check: ${namesOf(machines)}`;
    return rules.map((resource) => ({ resource, problem }));
  },
);
