import { anyResourceRule } from "../rule.ts";
import { text } from "../settings.ts";

export const namePattern = anyResourceRule(
  {
    name: "name-pattern",
    topic: "hygiene",
    severity: "low",
    level: "advisory",
    about: "Names on the platform follow a pattern.",
    fix: "Choose another name, or leave it out: a name is then made from the logical name.",
    settings: {
      pattern: text("Regular expression for the whole name.", "[a-z0-9][a-z0-9-]{0,62}"),
    },
  },
  ({ properties: { name } }, { pattern }) =>
    typeof name !== "string" || new RegExp(`^(?:${pattern})$`).test(name)
      ? []
      : [`name is "${name}", and pattern is ${pattern}`],
);
