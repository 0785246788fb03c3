import { outside } from "../facts/match.ts";
import { anyResourceRule } from "../rule.ts";
import { optionalTexts } from "../settings.ts";

export const allowedRegions = anyResourceRule(
  {
    name: "allowed-regions",
    topic: "hygiene",
    severity: "medium",
    level: "advisory",
    about: "Resources are in listed regions.",
    fix: "Use another region, or add it to regions.",
    settings: { regions: optionalTexts("Regions that may be used; `*` is any text.") },
  },
  ({ properties: { region } }, { regions }) => outside("region", region, regions),
);
