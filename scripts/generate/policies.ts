import { z } from "zod";
import type { Rule, Settings, Topic } from "../../policies/rule.ts";
import { code, page, section, table } from "./markdown.ts";

const topics: Readonly<Record<Topic, string>> = {
  network: "Network",
  storage: "Storage",
  cost: "Cost",
  reliability: "Reliability",
  access: "Access",
  hygiene: "Hygiene",
};

const headings = ["rule", "what must hold", "severity", "level", "settings", "way out"];

/** The page of all rules of the policy pack. */
export function policiesPage(rules: readonly Rule[]): string {
  const sections = Object.entries(topics).map(([topic, title]) => {
    const members = rules.filter((rule) => rule.topic === topic);
    return section(title, table(headings, members.map(row)));
  });
  return page(
    "Policies",
    `The ${rules.length} rules of the policy pack by topic. How to run and to set them: [policies](../guides/policies.md).`,
    "The level is the one that a rule has unless you choose another. A setting without a value is off until you set it. Rules about a **stack** look at how resources go together and run after all of them were planned; the others run before each resource. A rule that can **remediate** does so at that level. Every rule has the setting `exceptions` as well: [exceptions](../guides/policies.md#exceptions).",
    ...sections,
  );
}

/** The manifest of the pack in `policies/`: the engine asks it for its version. */
export function packManifest(manifest: string): string {
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(manifest));
  const pack = {
    ...{ name: "hosting", version, private: true, type: "module", main: "./pack.cjs" },
    // A compiler that knows no `exports` takes this directory for `pulumi-hosting/policies`.
    types: "../dist/policies/index.d.ts",
  };
  return `${JSON.stringify(pack, null, 2)}\n`;
}

function row(rule: Rule): readonly string[] {
  const { name, about, severity, level, settings, fix } = rule;
  return [code(name), about + kindText(rule), severity, level, settingsText(settings), fix];
}

function kindText(rule: Rule): string {
  if (!("checks" in rule)) return " (stack)";
  return rule.checks.some(({ remedy }) => remedy !== undefined) ? " (can remediate)" : "";
}

function settingsText(settings: Settings): string {
  const texts = Object.entries(settings).map(([name, { schema, preset }]) => {
    const value = preset === undefined ? "" : ` = ${code(JSON.stringify(preset))}`;
    return `${code(name)}${value}: ${schema.description}`;
  });
  return texts.join("<br>");
}
