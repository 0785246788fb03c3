import { estimate, formatDollars, ownText } from "../../contract/costs/index.ts";
import { declarationsOf } from "../facts/declarations.ts";
import { stackRule } from "../rule.ts";
import { optionalNumber } from "../settings.ts";

export const resourceMonthlyCost = stackRule(
  {
    name: "resource-monthly-cost",
    topic: "cost",
    severity: "medium",
    level: "advisory",
    about:
      "No single resource costs more than its bound, as far as prices are shown, or hosting:prices has them.",
    fix: "Make it smaller, or raise maxDollars.",
    settings: { maxDollars: optionalNumber("US dollars a month for one resource.") },
  },
  (stack, { maxDollars }) => {
    if (maxDollars === undefined) return [];
    const { lines } = estimate(declarationsOf(stack), stack.prices);
    return stack.resources.flatMap((resource, at) => {
      const { monthly = 0, own = 0 } = lines[at] ?? {};
      if (monthly <= maxDollars) return [];
      const ofIt = own === 0 ? "" : ` (${ownText({ own })})`;
      const cost = `it costs ${formatDollars(monthly)} a month${ofIt}`;
      return [{ resource, problem: `${cost}, and maxDollars is ${formatDollars(maxDollars)}` }];
    });
  },
);
