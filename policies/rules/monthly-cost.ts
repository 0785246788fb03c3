import { estimate, formatDollars, unpricedText } from "../../contract/costs/index.ts";
import { declarationsOf } from "../facts/declarations.ts";
import { stackRule } from "../rule.ts";
import { optionalNumber } from "../settings.ts";

export const monthlyCost = stackRule(
  {
    name: "monthly-cost",
    topic: "cost",
    severity: "medium",
    level: "advisory",
    about: "The stack stays within its monthly budget, as far as prices are shown.",
    fix: "Make volumes smaller, give up addresses, or raise maxDollars.",
    settings: { maxDollars: optionalNumber("US dollars a month for the whole stack.") },
  },
  (stack, { maxDollars }) => {
    const sum = estimate(declarationsOf(stack));
    if (maxDollars === undefined || sum.monthly <= maxDollars) return [];
    const unpriced = unpricedText(sum);
    const besides = unpriced === "" ? "" : `, plus resources without a price: ${unpriced}`;
    const cost = `it costs ${formatDollars(sum.monthly)} a month${besides}`;
    return [{ problem: `${cost}; maxDollars is ${formatDollars(maxDollars)}` }];
  },
);
