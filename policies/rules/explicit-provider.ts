import { anyResourceRule } from "../rule.ts";

export const explicitProvider = anyResourceRule(
  {
    name: "explicit-provider",
    topic: "hygiene",
    severity: "low",
    level: "disabled",
    about: "Every resource names its provider, and so its account.",
    fix: "Set the resource option provider to a Provider of pulumi-hosting.",
    settings: {},
  },
  ({ hasOwnProvider }) =>
    hasOwnProvider ? [] : ["it uses the default provider, and an explicit one is required"],
);
