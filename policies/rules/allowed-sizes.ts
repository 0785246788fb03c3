import { Server } from "../../resources/index.ts";
import { outside } from "../facts/match.ts";
import { resourceRule } from "../rule.ts";
import { optionalTexts } from "../settings.ts";

export const allowedSizes = resourceRule(
  {
    name: "allowed-sizes",
    topic: "hygiene",
    severity: "medium",
    level: "advisory",
    about: "Servers have listed sizes.",
    fix: "Use another size, or add it to sizes.",
    settings: { sizes: optionalTexts("Sizes that may be used; `*` is any text.") },
  },
  (on) => [on(Server, ({ properties: { size } }, { sizes }) => outside("size", size, sizes))],
);
