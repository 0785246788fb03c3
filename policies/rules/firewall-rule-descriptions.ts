import { Firewall } from "../../resources/index.ts";
import { resourceRule } from "../rule.ts";
import { knownItems } from "../view.ts";

export const firewallRuleDescriptions = resourceRule(
  {
    name: "firewall-rule-descriptions",
    topic: "network",
    severity: "low",
    level: "advisory",
    about: "Every firewall rule has a description of its purpose.",
    fix: "Give the rule a description.",
    settings: {},
  },
  (on) => [
    on(Firewall, ({ properties: { inbound, outbound, raw } }) => [
      ...(raw === undefined ? [] : ["raw is sent instead of rules: it cannot be judged"]),
      ...silent("inbound", knownItems(inbound)),
      ...silent("outbound", knownItems(outbound)),
    ]),
  ],
);

function silent(
  list: string,
  rules: ReturnType<typeof knownItems<{ readonly description?: unknown }>>,
): readonly string[] {
  return rules
    .filter(({ item: { description } }) => description === undefined || description === "")
    .map(({ at }) => `${list}[${at}] has no description`);
}
