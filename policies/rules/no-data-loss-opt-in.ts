import { Bucket, PoolVolume, Volume } from "../../resources/index.ts";
import { matchesAny } from "../facts/match.ts";
import { resourceRule } from "../rule.ts";
import { texts } from "../settings.ts";

export const noDataLossOptIn = resourceRule(
  {
    name: "no-data-loss-opt-in",
    topic: "storage",
    severity: "critical",
    level: "mandatory",
    about: "In listed stacks, nothing may be replaced at the cost of its data.",
    fix: "Remove allowDataLoss; with level remediate it is taken as false.",
    settings: { stacks: texts("Stacks the rule is for; `*` is any text.", ["prod*"]) },
  },
  (on) =>
    [Volume, PoolVolume, Bucket].map((of) =>
      on(
        of,
        ({ properties: { allowDataLoss } }, { stacks }, { stack }) =>
          allowDataLoss === true && matchesAny(stack, stacks)
            ? [`allowDataLoss is true, and stack "${stack}" does not allow it`]
            : [],
        ({ properties: { allowDataLoss } }, { stacks }, { stack }) =>
          allowDataLoss === true && matchesAny(stack, stacks) ? { allowDataLoss: false } : {},
      ),
    ),
);
