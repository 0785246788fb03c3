import { estimate, formatDollars, ownText, unpricedText } from "../../contract/costs/index.ts";
import { declarationsOf } from "../facts/declarations.ts";
import { stackRule } from "../rule.ts";
import { optionalNumber } from "../settings.ts";

export const monthlyCost = stackRule(
  {
    name: "monthly-cost",
    topic: "cost",
    severity: "medium",
    level: "advisory",
    about:
      "The stack stays within its monthly budget, as far as prices are shown, or hosting:prices has them.",
    fix: "Make volumes smaller, give up addresses, or raise maxDollars.",
    settings: { maxDollars: optionalNumber("US dollars a month for the whole stack.") },
  },
  (stack, { maxDollars }) => {
    const sum = estimate(declarationsOf(stack), stack.prices);
    if (maxDollars === undefined || sum.monthly <= maxDollars) return [];
    const [own, unpriced] = [ownText(sum), unpricedText(sum)];
    const besides = unpriced === "" ? "" : `, plus resources without a price: ${unpriced}`;
    const ofIt = own === "" ? "" : ` (${own})`;
    const cost = `it costs ${formatDollars(sum.monthly)} a month${ofIt}${besides}`;
    return [{ problem: `${cost}; maxDollars is ${formatDollars(maxDollars)}` }];
  },
);
