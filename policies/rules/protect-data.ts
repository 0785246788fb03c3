import { Bucket, PoolVolume, Volume } from "../../resources/index.ts";
import { matchesAny } from "../facts/match.ts";
import { resourceRule } from "../rule.ts";
import { texts } from "../settings.ts";

export const protectData = resourceRule(
  {
    name: "protect-data",
    topic: "storage",
    severity: "high",
    level: "advisory",
    about: "In listed stacks, resources that hold data are protected from deletion.",
    fix: "Set the resource option protect: true.",
    settings: { stacks: texts("Stacks the rule is for; `*` is any text.", ["prod*"]) },
  },
  (on) =>
    [Volume, PoolVolume, Bucket].map((of) =>
      on(of, ({ isProtected }, { stacks }, { stack }) =>
        isProtected || !matchesAny(stack, stacks)
          ? []
          : [`protect is not set, and stack "${stack}" requires it`],
      ),
    ),
);
