import { Instance } from "../../resources/index.ts";
import { outside } from "../facts/match.ts";
import { resourceRule } from "../rule.ts";
import { optionalTexts } from "../settings.ts";

export const allowedPlans = resourceRule(
  {
    name: "allowed-plans",
    topic: "hygiene",
    severity: "medium",
    level: "advisory",
    about: "Instances have listed plans.",
    fix: "Use another plan, or add it to plans.",
    settings: { plans: optionalTexts("Plans that may be used; `*` is any text.") },
  },
  (on) => [on(Instance, ({ properties: { plan } }, { plans }) => outside("plan", plan, plans))],
);
